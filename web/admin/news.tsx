import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { type News, type NewsList, news } from '../../contracts/news.ts'
import { paths } from '../../contracts/paths.ts'
import { callApi } from '../api.ts'

export function useNews(): News | undefined {
  return useQuery({
    queryKey: [paths.api.news],
    queryFn: async () => z.parse(news, await callApi('GET', paths.api.news)),
  }).data
}

/** Whoever looks at a list has seen what is new in it. */
export function useSeen(list: NewsList, isShown: boolean): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (!isShown) return
    // Where it fails, the number stays in the side bar until the next look.
    callApi('POST', paths.api.newsSeen(list)).then(
      () => queries.invalidateQueries({ queryKey: [paths.api.news] }),
      () => {},
    )
  }, [list, isShown, queries])
}

/** How many new ones wait behind a link of the side bar, or a tab; nothing where none do. */
export function NewsCount({
  of,
  words,
  className = 'news-count',
}: {
  of: NewsList | 'failedMails'
  words: string
  className?: string
}) {
  const count = useNews()?.[of] ?? 0
  if (count === 0) return null
  return (
    <span className={className}>
      {count > 99 ? '99+' : count}
      <span className="sr-only"> {words}</span>
    </span>
  )
}
