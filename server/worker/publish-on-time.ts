import type { Database } from '../db/connect.ts'
import type { Mailing } from '../invites/invite-mails.ts'
import { announcePublications } from '../invites/review.ts'
import { postsTag, postTag } from '../posts/post-rows.ts'
import { listPublishedSince } from '../posts/reading/public-posts.ts'

const intervalMs = 10_000

type Log = { warn(fields: object, message: string): void }

/**
 * Drops this instance's cached pages when a scheduled post becomes public, and emails guests whose text is live.
 * Whether a post is public is decided by the queries, not by this timer. Returns a function that stops the timer.
 */
export function startPublishingOnTime(
  db: Database,
  purge: (tags: string[]) => void,
  mailing: () => Promise<Mailing>,
  log: Log,
): () => void {
  let since = new Date()
  const timer = setInterval(async () => {
    const now = new Date()
    try {
      const ids = await listPublishedSince(db, since, now)
      if (ids.length > 0) purge([postsTag, ...ids.map(postTag)])
      since = now
      await announcePublications(db, mailing)
    } catch (error) {
      log.warn({ err: error }, 'looking for scheduled posts failed and will be tried again')
    }
  }, intervalMs)
  timer.unref()
  return () => clearInterval(timer)
}
