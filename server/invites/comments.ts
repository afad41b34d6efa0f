import { and, asc, eq } from 'drizzle-orm'
import type { z } from 'zod/mini'
import type { commentCall, GuestComment } from '../../contracts/invites.ts'
import type { Queryable } from '../db/connect.ts'
import { authorInvites, guestComments } from '../db/schema.ts'

/** In the order of the text. */
export async function listComments(db: Queryable, inviteId: number): Promise<GuestComment[]> {
  const rows = await db
    .select()
    .from(guestComments)
    .where(eq(guestComments.inviteId, inviteId))
    .orderBy(asc(guestComments.paragraph), asc(guestComments.id))
  return rows.map(toComment)
}

/** Undefined: there is no such invitation. */
export async function addComment(
  db: Queryable,
  inviteId: number,
  call: z.infer<typeof commentCall>,
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
      .values({ ...call, inviteId, writtenBy })
      .returning()
    return row && toComment(row)
  })
}

/** Whether there was one. */
export async function deleteComment(db: Queryable, inviteId: number, id: number): Promise<boolean> {
  const rows = await db
    .delete(guestComments)
    .where(and(eq(guestComments.id, id), eq(guestComments.inviteId, inviteId)))
    .returning({ id: guestComments.id })
  return rows.length > 0
}

function toComment(row: typeof guestComments.$inferSelect): GuestComment {
  return {
    id: row.id,
    paragraph: row.paragraph,
    quote: row.quote,
    text: row.text,
    writtenBy: row.writtenBy,
    createdAt: row.createdAt.toISOString(),
    doneAt: row.doneAt?.toISOString(),
  }
}
