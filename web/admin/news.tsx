import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { news } from '../../contracts/news.ts'
import { paths } from '../../contracts/paths.ts'
import { callApi } from '../api.ts'

/** How many new ones wait behind a link of the side bar; nothing where none do. */
export function NewsCount({ of, words }: { of: 'people' | 'failedMails'; words: string }) {
  const { data } = useQuery({
    queryKey: [paths.api.news],
    queryFn: async () => z.parse(news, await callApi('GET', paths.api.news)),
  })
  const count = data?.[of] ?? 0
  if (count === 0) return null
  return (
    <span className="news-count">
      {count > 99 ? '99+' : count}
      <span className="sr-only"> {words}</span>
    </span>
  )
}
