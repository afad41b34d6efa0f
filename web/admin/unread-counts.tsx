import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { paths } from '../../contracts/paths.ts'
import { type UnreadCounts, type UnreadList, unreadCounts } from '../../contracts/unread-counts.ts'
import { callApi, onWrite, type Write } from '../api.ts'

export function useNews(): UnreadCounts | undefined {
  return useQuery({
    queryKey: [paths.api.news],
    queryFn: async () => z.parse(unreadCounts, await callApi('GET', paths.api.news)),
  }).data
}

/** Marks what is new in a list as seen once the list is shown. */
export function useSeen(list: UnreadList, isShown: boolean): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (!isShown) return
    // If it fails, the number stays in the menu until the next look.
    callApi('POST', paths.api.newsSeen(list)).then(
      () => queries.invalidateQueries({ queryKey: [paths.api.news] }),
      () => {},
    )
  }, [list, isShown, queries])
}

/** Counts again after every call that can change a number: from any screen, and the screens need not know. */
export function useNewsAfterWrites(): void {
  const queries = useQueryClient()
  useEffect(
    () =>
      onWrite((write) => {
        if (canChangeNews(write)) void queries.invalidateQueries({ queryKey: [paths.api.news] })
      }),
    [queries],
  )
}

const pathsWithNews = ['/api/author/', paths.api.people, paths.api.outbox, paths.api.newsletter]

function canChangeNews({ path, body }: Write): boolean {
  if (pathsWithNews.some((start) => path.startsWith(start))) return true
  // Publishing a guest's draft. Autosaves come every few seconds and publish nothing.
  return path.startsWith(paths.api.blog) && !(body as { autosave?: unknown } | undefined)?.autosave
}

/** How many new ones wait behind a link of the menu, or a tab; nothing where none do. */
export function NewsCount({ of, words, className }: { of: UnreadList; words: string; className?: string }) {
  return <Count count={useNews()?.[of] ?? 0} words={words} className={className} />
}

/** How many emails need a person: failed ones, and where email isn't set up all that are to be sent. */
export function MailCount() {
  const { queuedMails = 0, failedMails = 0 } = useNews() ?? {}
  return <Count count={queuedMails + failedMails} words={queuedMails > 0 ? 'to send' : 'failed'} />
}

/** Counting stops at 100. */
export const upTo99 = (count: number) => (count > 99 ? '99+' : String(count))

function Count({
  count,
  words,
  className = 'news-count',
}: {
  count: number
  words: string
  className?: string | undefined
}) {
  if (count === 0) return null
  return (
    <span className={className}>
      {upTo99(count)}
      <span className="sr-only"> {words}</span>
    </span>
  )
}
