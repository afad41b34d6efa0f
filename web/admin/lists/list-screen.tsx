import type { ReactNode } from 'react'
import { LoadProblem } from '../load-problem.tsx'
import { ShowMore } from '../show-more.tsx'

export type ListStatesProps = {
  /** Plural name of the rows, such as `posts` */
  of: string
  list: Parameters<typeof ShowMore>[0]['pages'] & {
    rows: unknown[] | undefined
    error: unknown
    refetch: () => unknown
  }
  /** Shown if the list has no rows. */
  empty: ReactNode
  loading?: string
  hasSkeleton?: boolean
  moreClass?: string
  /** Rows of the list. */
  children: ReactNode
}

/** The rows of a list, with its loading, failed, and empty states, and the button for the next page. */
export function ListStates({
  of,
  list,
  empty,
  loading = `Loading ${of}...`,
  hasSkeleton,
  moreClass,
  children,
}: ListStatesProps) {
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

export type ListScreenProps = ListStatesProps & {
  headline: ReactNode
  /** Singular and plural name of a row, for the total */
  unit: readonly [one: string, many: string]
  list: { total: string | undefined }
  /** Search, filters, and notes above the list. */
  filters: ReactNode
}

/** A searchable list of the admin with its headline and total. */
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
      <ListStates {...states} />
    </>
  )
}
