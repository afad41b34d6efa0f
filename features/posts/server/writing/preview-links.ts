import { and, count, eq, gt, lt, max, sql } from 'drizzle-orm'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import { hashToken, newToken } from '../../../../core/server/http/tokens.ts'
import { previewLinks } from '../../schema.ts'

const validDays = 14

/** Creates a link to the saved version of a post. Returns undefined if there is no such post. */
export async function createPreviewLink(db: Queryable, by: { id: number }, postId: number) {
  const token = newToken()
  const { rows } = await db.execute<{ expires_at: Date | string }>(
    sql`insert into preview_links (token_hash, post_id, created_by, expires_at)
      select ${hashToken(token)}, id, ${by.id}, now() + make_interval(days => ${validDays}) from blog_posts
      where id = ${postId} returning expires_at`,
  )
  const [row] = rows
  return row && { token, expiresAt: new Date(row.expires_at) }
}

/**
 * Condition for links that work. A restored backup may contain links of users whose access has ended since, so deleting
 * them at that time is not enough.
 */
const isWorking = and(
  gt(previewLinks.expiresAt, sql`now()`),
  sql`not exists (select from users where id = ${previewLinks.createdBy} and disabled_at is not null)`,
)

/** Finds the post that a link shows. Returns undefined if the link is unknown, expired, or revoked. */
export async function findPreviewedPostId(db: Queryable, token: string): Promise<number | undefined> {
  const [row] = await db
    .select({ postId: previewLinks.postId })
    .from(previewLinks)
    .where(and(eq(previewLinks.tokenHash, hashToken(token)), isWorking))
  return row?.postId
}

export async function countPreviewLinks(db: Queryable, postId: number) {
  const [row] = await db
    .select({ count: count(), lastExpiresAt: max(previewLinks.expiresAt) })
    .from(previewLinks)
    .where(and(eq(previewLinks.postId, postId), isWorking))
  return { count: row?.count ?? 0, lastExpiresAt: row?.lastExpiresAt ?? undefined }
}

/** Turns off every link to a post. */
export async function revokePreviewLinks(db: Queryable, postId: number): Promise<void> {
  await db.delete(previewLinks).where(eq(previewLinks.postId, postId))
}

/** Deletes every link that a user has created. */
export async function deletePreviewLinksOf(tx: Queryable, userId: number): Promise<void> {
  await tx.delete(previewLinks).where(eq(previewLinks.createdBy, userId))
}

export async function sweepPreviewLinks(db: Queryable): Promise<void> {
  await db.delete(previewLinks).where(lt(previewLinks.expiresAt, sql`now()`))
}
