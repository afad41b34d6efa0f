import {
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryOptions,
  useInfiniteQuery,
} from '@tanstack/react-query'
import type { ListPage } from '../api.ts'

/** Loads a list page by page. Takes the options from `listQuery`. `rows` contains the rows of all loaded pages. */
export function useListPage<Row, Key extends QueryKey>(
  options: UseInfiniteQueryOptions<ListPage<Row>, Error, InfiniteData<ListPage<Row>>, Key, string>,
) {
  const pages = useInfiniteQuery(options)
  return {
    ...pages,
    rows: pages.data?.pages.flatMap(({ rows }) => rows),
    total: pages.data?.pages[0]?.total,
  }
}
