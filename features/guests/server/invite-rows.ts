import { createHash } from 'node:crypto'
import { eq, type SQL, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { oneRow } from '../../../core/server/db/one-row.ts'
import type { Approval, InviteStatus } from '../../posts/contract/post-guest.ts'
import { blogPosts } from '../../posts/schema.ts'
import type { Invite, MailToSend } from '../contract/invites.ts'
import { authorInvites } from '../schema.ts'

/** True if the guest's text is public. This depends on the current time, not on a job. */
const isTextPublic = sql<boolean>`exists (select 1 from blog_posts as text where text.id = author_invites.post_id
  and text.is_published and text.deleted_at is null and text.published_at <= now())`

/** The current status of an invitation, which can depend on the time and on the guest's text */
export const statusNow = sql<InviteStatus>`case
  when ${authorInvites.status} = 'pending' and ${authorInvites.expiresAt} <= now() then 'expired'
  when ${authorInvites.status} in ('accepted', 'submitted', 'changes_requested') and ${isTextPublic} then 'published'
  else ${authorInvites.status} end`

export type InviteRow = typeof authorInvites.$inferSelect
export type InviteWithStatus = { row: InviteRow; status: InviteStatus }

export async function findInvite(db: Queryable, where: SQL | undefined) {
  const [found] = await db.select({ row: authorInvites, status: statusNow }).from(authorInvites).where(where)
  return found
}

/** Changes an invitation that this transaction has locked. */
export async function updateInvite(
  tx: Queryable,
  id: number,
  changes: PgUpdateSetSource<typeof authorInvites>,
) {
  return oneRow(await tx.update(authorInvites).set(changes).where(eq(authorInvites.id, id)).returning())
}

export function toInvite(row: InviteRow, status: InviteStatus, toSend?: MailToSend): Invite {
  return {
    id: row.id,
    email: row.email,
    name: row.name ?? '',
    suggestedTopic: row.suggestedTopic ?? '',
    customMessage: row.customMessage ?? '',
    status,
    invitedAt: row.invitedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    dueAt: row.dueAt?.toISOString(),
    respondedAt: row.respondedAt?.toISOString(),
    postId: row.postId ?? undefined,
    linkAskedAt: row.linkAskedAt?.toISOString(),
    lastActAt: lastAct(row)?.toISOString(),
    toSend,
  }
}

/** `lastActOf` of the schema, for a row in memory */
function lastAct(row: InviteRow): Date | undefined {
  const times = [row.respondedAt, row.submittedAt, row.approvedAt, row.linkAskedAt].filter(
    (at) => at !== null,
  )
  return times.sort((a, b) => a.getTime() - b.getTime()).at(-1)
}

/** SHA-256 of the text that a guest approves. `textHashNow` is the same in SQL. */
export function hashText(text: { title: string; content: string }): string {
  return createHash('sha256').update(`${text.title}\n${text.content}`).digest('hex')
}

export const textHashNow = sql<string>`encode(sha256(convert_to(${blogPosts.title} || E'\\n' || ${blogPosts.content}, 'UTF8')), 'hex')`

export function approvalOf(approvedHash: string | null, hash: string | undefined): Approval {
  if (approvedHash === null || hash === undefined) return 'none'
  return approvedHash === hash ? 'approved' : 'changed'
}
