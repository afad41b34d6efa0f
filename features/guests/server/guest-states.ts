import { desc, eq, inArray, sql } from 'drizzle-orm'
import type { Queryable } from '../../../core/server/db/connect.ts'
import type { GuestState } from '../../posts/contract/post-guest.ts'
import { blogPosts } from '../../posts/schema.ts'
import { authorInvites } from '../schema.ts'
import { approvalOf, statusNow, textHashNow } from './invite-rows.ts'

/** Matches the posts that guests have submitted. */
export const inReview = sql`exists (select 1 from author_invites as invite where invite.post_id = blog_posts.id and invite.status = 'submitted')`

/** Finds the invitation status and approval of guests' posts, by post id, for a whole list in one query. */
export async function findGuestStates(db: Queryable, postIds: number[]): Promise<Map<number, GuestState>> {
  if (postIds.length === 0) return new Map()
  const rows = await db
    .select({
      postId: blogPosts.id,
      inviteId: authorInvites.id,
      status: statusNow,
      approvedHash: authorInvites.approvedHash,
      hash: textHashNow,
    })
    .from(authorInvites)
    .innerJoin(blogPosts, eq(blogPosts.id, authorInvites.postId))
    .where(inArray(authorInvites.postId, postIds))
    .orderBy(desc(authorInvites.id))
  return new Map(
    rows.map(({ postId, inviteId, status, approvedHash, hash }) => [
      postId,
      { inviteId, status, approval: approvalOf(approvedHash, hash) },
    ]),
  )
}
