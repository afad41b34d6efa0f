import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { paths } from '../../contracts/paths.ts'
import {
  type UnreadCounts,
  type UnreadList,
  unreadCountsRead,
  unreadListSeen,
} from '../../contracts/unread-counts.ts'
import { call, onWrite } from '../api.ts'
import { apiQuery } from './api.ts'

export const unreadCountsQuery = apiQuery(unreadCountsRead)

export function useNews(): UnreadCounts | undefined {
  return useQuery(unreadCountsQuery).data
}

/** Marks a list as seen once it is shown. */
export function useSeen(list: UnreadList, isShown: boolean): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (!isShown) return
    // If this fails, the count stays in the menu until the list is opened again.
    call(unreadListSeen, { params: { list } }).then(
      () => queries.invalidateQueries(unreadCountsQuery),
      () => {},
    )
  }, [list, isShown, queries])
}

/** Reloads the counts after every write that can change them, so that no screen needs to. */
export function useNewsAfterWrites(): void {
  const queries = useQueryClient()
  useEffect(
    () =>
      onWrite((path) => {
        if (canChangeNews(path)) void queries.invalidateQueries(unreadCountsQuery)
      }),
    [queries],
  )
}

// The blog is among them because publishing a guest's draft settles an invitation.
const pathsWithNews = [
  '/api/author/',
  paths.api.people,
  paths.api.outbox,
  paths.api.newsletter,
  paths.api.blog,
]

const canChangeNews = (path: string) => pathsWithNews.some((start) => path.startsWith(start))

/** Number of unread rows next to a link of the menu or a tab. Renders nothing if there are none. */
export function NewsCount({ of, ...look }: { of: UnreadList } & Omit<CountProps, 'count'>) {
  return <Count count={useNews()?.[of] ?? 0} {...look} />
}

/** Number of emails that an admin has to take care of: failed ones, and all unsent ones without a mail server. */
export function MailCount() {
  const { queuedMails = 0, failedMails = 0 } = useNews() ?? {}
  return <Count count={queuedMails + failedMails} label={queuedMails > 0 ? 'to send' : 'failed'} />
}

/** The server stops counting at 100. */
export const upTo99 = (count: number) => (count > 99 ? '99+' : String(count))

type CountProps = {
  count: number
  /** Read out after the number. */
  label: string
  className?: string
}

function Count({ count, label, className = 'news-count' }: CountProps) {
  if (count === 0) return null
  return (
    <span className={className}>
      {upTo99(count)}
      <span className="sr-only"> {label}</span>
    </span>
  )
}
