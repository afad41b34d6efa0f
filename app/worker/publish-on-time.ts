import type { Database } from '../../core/server/db/connect.ts'
import { siteTag } from '../../core/server/http/page-cache/site-tag.ts'
import type { Mailing } from '../../features/guests/server/invite-mails.ts'
import { announcePublications } from '../../features/guests/server/review.ts'
import type { PostKind } from '../../features/posts/contract/post-kinds.ts'
import { listTagOf, postTag } from '../../features/posts/server/post-rows.ts'
import { listPublishedSince } from '../../features/posts/server/reading/public-posts.ts'

const intervalMs = 15_000

/** Tags of the pages that show or list a post. A page of the office's own may also get into the menus of all pages. */
const tagsOf = ({ id, kind }: { id: number; kind: PostKind }) => [
  postTag(id),
  listTagOf[kind],
  ...(kind === 'page' ? [siteTag] : []),
]

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
      const published = await listPublishedSince(db, since, now)
      if (published.length > 0) purge(published.flatMap(tagsOf))
      since = now
      await announcePublications(db, mailing)
    } catch (error) {
      log.warn({ err: error }, 'looking for scheduled posts failed and will be tried again')
    }
  }, intervalMs)
  timer.unref()
  return () => clearInterval(timer)
}
