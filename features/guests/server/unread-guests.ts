import { and, eq, gt, ne, not, or, type SQL, sql } from 'drizzle-orm'
import { maxUnread } from '../../../core/contract/unread-counts.ts'
import { countUpTo } from '../../../core/server/db/capped-count.ts'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { lastLooks } from '../../accounts/schema/accounts.ts'
import type { UnreadReader } from '../../manifest/feature.ts'
import { blogPosts } from '../../posts/schema.ts'
import { authorInvites, lastActOf } from '../schema.ts'

export async function countUnreadGuests(db: Queryable, { userId, since }: UnreadReader) {
  const [guests, looks] = await Promise.all([
    countUpTo(db, authorInvites, isGuestNews(since('guests')), maxUnread),
    db
      .select({ lookedAt: lastLooks.lookedAt })
      .from(lastLooks)
      .where(and(eq(lastLooks.userId, userId), eq(lastLooks.list, 'guests'))),
  ])
  return { guests, guestsSeenAt: looks[0]?.lookedAt.toISOString() ?? null }
}

/**
 * True if a guest acted since the admin last opened the list. An admin who publishes a draft or requests changes has
 * read it, so after that only a request for a new link counts.
 */
function isGuestNews(since: SQL): SQL | undefined {
  const { linkAskedAt, status, postId } = authorInvites
  const isPublished = sql`exists (select 1 from ${blogPosts} where ${blogPosts.id} = ${postId} and ${blogPosts.isPublished})`
  return and(
    gt(lastActOf(authorInvites), since),
    or(gt(linkAskedAt, since), and(ne(status, 'changes_requested'), not(isPublished))),
  )
}
