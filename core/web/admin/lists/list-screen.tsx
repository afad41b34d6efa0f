import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import type { ComponentProps, Key, ReactNode } from 'react'
import type * as z from 'zod/mini'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { type CallInput, urlOf } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { loadListPage, queryKeyOf } from '../api.ts'
import { LoadProblem } from '../load-problem.tsx'

type ListEndpoint<Row extends z.core.$ZodType> = Endpoint & { response: z.core.$ZodArray<Row> }

/** Loads a list page by page. `rows` contains the rows of all loaded pages. */
export function useListPage<Row extends z.core.$ZodType, E extends ListEndpoint<Row>>(
  endpoint: E & ListEndpoint<Row>,
  input: CallInput<E>,
  options: { staleTime?: number } = {},
) {
  const pages = useInfiniteQuery(
    infiniteQueryOptions({
      queryKey: queryKeyOf(endpoint, input),
      initialPageParam: urlOf(endpoint, input),
      queryFn: ({ pageParam }) => loadListPage(pageParam, endpoint.response._zod.def.element),
      getNextPageParam: (page) => page.next,
      ...options,
    }),
  )
  return {
    ...pages,
    rows: pages.data?.pages.flatMap(({ rows }) => rows),
    total: pages.data?.pages[0]?.total,
  }
}

type RowsProps<Row> = Omit<ComponentProps<'ul'>, 'children'> & {
  /** Undefined while the list is loading */
  rows: readonly Row[] | undefined
  keyOf: (row: Row) => Key
  children: (row: Row) => ReactNode
}

/** The rows of a list as list items. Renders nothing if there are none. */
export function Rows<Row>({ rows = [], keyOf, children, ...list }: RowsProps<Row>) {
  if (rows.length === 0) return null
  return (
    <ul {...list}>
      {rows.map((row) => (
        <li key={keyOf(row)}>{children(row)}</li>
      ))}
    </ul>
  )
}

export const byId = ({ id }: { id: number }) => id

type ShowMoreProps = {
  /** Plural name of the rows, such as `posts` */
  of: string
  pages: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }
  className?: string | undefined
}

/** Loads the next page of a list. Renders nothing after the last page. */
export function ShowMore({ of, pages, className = '' }: ShowMoreProps) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages
  if (!hasNextPage) return null
  return (
    <Button
      className={`btn btn-quiet ${className}`}
      busy={isFetchingNextPage}
      onClick={() => void fetchNextPage()}
    >
      {isFetchingNextPage ? `Loading ${of}...` : `Show more ${of}`}
    </Button>
  )
}

export type ListStatesProps = Pick<ShowMoreProps, 'of'> & {
  list: ShowMoreProps['pages'] & { rows: unknown[] | undefined; error: unknown; refetch: () => unknown }
  empty: ReactNode
  /** By default made of the name of the rows */
  loading?: string
  hasSkeleton?: boolean
  moreClass?: string
  children: ReactNode
}

/** The rows of a list, with its loading, failed, and empty states, and the button for the next page */
export function ListStates(props: ListStatesProps) {
  const { of, list, empty, loading = `Loading ${of}...`, hasSkeleton, moreClass, children } = props
  const { rows, error, refetch } = list
  return (
    <>
      {error ? <LoadProblem what={`The ${of} couldn’t be loaded.`} error={error} onRetry={refetch} /> : null}
      {!rows && !error && (
        <div>
          <p>{loading}</p>
          {hasSkeleton && [1, 2, 3].map((row) => <div key={row} className="skeleton skeleton-row" />)}
        </div>
      )}
      {rows?.length === 0 && empty}
      {children}
      <ShowMore of={of} pages={list} className={moreClass} />
    </>
  )
}

export type ListScreenProps = Omit<ListStatesProps, 'of'> & {
  /** By default the plural of `unit` */
  of?: string
  headline: ReactNode
  /** Singular and plural name of a row, for the total */
  unit: readonly [one: string, many: string]
  list: { total: string | undefined }
  /** Search, filters, and notes above the list */
  filters: ReactNode
}

/** A searchable list of the admin with its headline and total */
export function ListScreen({ headline, unit, filters, ...states }: ListScreenProps) {
  const { total } = states.list
  const [one, many] = unit
  return (
    <>
      <div className="list-head">
        {headline}
        <p className="count" role="status">
          {total !== undefined && `${total} ${total === '1' ? one : many}`}
        </p>
      </div>
      {filters}
      <ListStates of={many} {...states} />
    </>
  )
}
