import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type UnreadCounts, unreadCountsRead, unreadListSeen } from '../../contract/unread-counts.ts'
import { call, onWrite } from '../api.ts'
import { apiQuery } from './api.ts'

export const unreadCountsQuery = apiQuery(unreadCountsRead)

export function useNews(): UnreadCounts | undefined {
  return useQuery(unreadCountsQuery).data
}

/** Tells the server that the user has seen a list as soon as the list is shown. */
export function useSeen(list: string, isShown: boolean): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (!isShown) return
    // A failure is ignored: the count then stays in the menu until the admin opens the list again.
    call(unreadListSeen, { params: { list } }).then(
      (counts) => queries.setQueryData(unreadCountsQuery.queryKey, counts),
      () => {},
    )
  }, [list, isShown, queries])
}

/** Reloads the counts and first steps after each write request that can change one, because that happens on many screens. */
export function useNewsAfterWrites(canChangeNews: (path: string) => boolean): void {
  const queries = useQueryClient()
  useEffect(
    () =>
      onWrite((path) => {
        if (canChangeNews(path)) void queries.invalidateQueries(unreadCountsQuery)
      }),
    [queries, canChangeNews],
  )
}

/** Number of unread rows, or of due next steps, next to a link of the menu or a tab. Renders nothing if there are none. */
export function NewsCount({ of, ...look }: { of: string } & Omit<CountProps, 'count'>) {
  return <Count count={Number(useNews()?.[of] ?? 0)} {...look} />
}

/** Number of emails that need an admin: failed emails, and without a mail server all unsent emails */
export function MailCount() {
  const { queuedMails = 0, failedMails = 0 } = useNews() ?? {}
  return <Count count={queuedMails + failedMails} label={queuedMails > 0 ? 'to send' : 'failed'} />
}

/** Formats a count. The server stops counting at 100, so larger counts show as "99+". */
export const upTo99 = (count: number) => (count > 99 ? '99+' : String(count))

type CountProps = {
  count: number
  /** Text that screen readers announce after the number */
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
