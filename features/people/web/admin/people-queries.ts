import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { apiQuery, type ListPage, queryKeyOf } from '../../../../core/web/admin/api.ts'
import { type Entry, type EntryKey, entryList, personRead } from '../../contract/people.ts'
import { planRead } from '../../contract/plan.ts'

/** Matches the cached queries of all lists of entries, for invalidating them */
export const allLists = { queryKey: queryKeyOf(entryList) }

export const planQuery = (entryId: number) => apiQuery(planRead, { params: { entryId } })

export const personQuery = ({ form, id }: EntryKey) => apiQuery(personRead, { params: { form, id } })

/** Replaces a changed entry in all cached lists and persons. The order of the rows stays the same. */
export function showChanged(queries: QueryClient, changed: Entry): void {
  queries.setQueriesData<InfiniteData<ListPage<Entry>>>(
    allLists,
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          rows: page.rows.map((row) => (isSame(row, changed) ? changed : row)),
        })),
      },
  )
  queries.setQueryData(personQuery(changed).queryKey, (data) => data && { ...data, entry: changed })
}

export const isSame = (one: EntryKey, other: EntryKey | undefined) =>
  one.form === other?.form && one.id === other.id
