import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { z } from 'zod/mini'
import { type ActingUser, action, recorderOf } from '../../../core/server/activity/record-activity.ts'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { withIsoTimes } from '../../../core/server/db/iso-times.ts'
import { users } from '../../accounts/schema/accounts.ts'
import { postKind } from '../../media/contract/media.ts'
import type { commentRequest } from '../contract/reviews.ts'
import type { GuestComment } from '../contract/writing-room.ts'
import { authorInvites, guestComments } from '../schema.ts'

export const guestActions = {
  'comment-deleted': action(postKind, 'Deleted a comment for a guest author', ['comment']),
}
const recordActivity = recorderOf(guestActions)

/** The comments in the order of the text */
export async function listComments(db: Queryable, inviteId: number): Promise<GuestComment[]> {
  const rows = await db
    .select(commentColumns)
    .from(guestComments)
    .where(eq(guestComments.inviteId, inviteId))
    .orderBy(asc(guestComments.paragraph), asc(guestComments.id))
  return rows.map(toComment)
}

/** Adds an editor's comment. Returns undefined if there is no such invitation. */
export async function addComment(
  db: Queryable,
  inviteId: number,
  comment: z.infer<typeof commentRequest>,
  writtenBy: string,
): Promise<GuestComment | undefined> {
  return db.transaction(async (tx) => {
    const [invite] = await tx
      .select({ id: authorInvites.id })
      .from(authorInvites)
      .where(eq(authorInvites.id, inviteId))
      .for('share')
    if (!invite) return undefined
    const [row] = await tx
      .insert(guestComments)
      .values({ ...comment, inviteId, writtenBy })
      .returning(commentColumns)
    return row && toComment(row)
  })
}

/** Saves a guest's replies to comments, except to those that the editor has deleted in the meantime. */
export async function saveAnswers(
  db: Queryable,
  inviteId: number,
  answers: { id: number; text: string }[],
): Promise<void> {
  if (answers.length === 0) return
  const given = JSON.stringify(answers.map(({ id, text }) => ({ id, text: text.trim() })))
  await db.execute(sql`update guest_comments set answer = nullif(given.text, '')
    from jsonb_to_recordset(${given}::jsonb) as given(id int, text text)
    where guest_comments.id = given.id and guest_comments.invite_id = ${inviteId}`)
}

/** Deletes a comment. Returns false if there is no such comment. */
export async function deleteComment(
  db: Queryable,
  by: ActingUser,
  inviteId: number,
  id: number,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { rowCount } = await tx
      .delete(guestComments)
      .where(and(eq(guestComments.id, id), eq(guestComments.inviteId, inviteId)))
    if (rowCount !== 1) return false
    await recordActivity(tx, { action: 'comment-deleted', by, about: ['comment', id] })
    return true
  })
}

const { inviteId: _, ...ownColumns } = getTableColumns(guestComments)
/** A guest never reads a username. */
const writtenBy = sql<string>`coalesce(
  (select ${users.displayName} from users where ${users.username} = ${guestComments.writtenBy}), 'An editor')`
const commentColumns = { ...ownColumns, writtenBy }

const toComment = (row: Omit<typeof guestComments.$inferSelect, 'inviteId'>): GuestComment => ({
  ...withIsoTimes(row),
  answer: row.answer ?? '',
  doneAt: row.doneAt?.toISOString(),
})
