import { and, asc, eq, isNotNull, like, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { wasDeletedSince } from '../../people/server/personal-data.ts'
import type { FollowUp } from '../contract/follow-up.ts'
import { attendees, gatherings } from '../schema.ts'
import { addedKey } from './gatherings.ts'

/** True for someone who was deleted and can still be restored: they are listed without a name, as once they are erased. */
export const isDeleted = wasDeletedSince(sql`attendees.email`, sql`attendees.marked_at`)

/** True for those whom the office can remove */
export const isAdded = like(attendees.key, `${addedKey}%`)
const blank = { name: '', email: '', best: '', better: '' }

/** Reads who came to a gathering. Undefined if there is none. */
export async function findFollowUp(db: Queryable, uid: string): Promise<FollowUp | undefined> {
  const [gathering] = await db.select().from(gatherings).where(eq(gatherings.uid, uid))
  if (!gathering) return undefined
  const { id, name, email, certificate, rating, best, better } = attendees
  const rows = await db
    .select({
      ...{ id, name, email, certificate, rating, best, better, isDeleted },
      isWithdrawn: sql<boolean>`${attendees.withdrawnAt} is not null`,
      isRemovable: sql<boolean>`${isAdded}`,
    })
    .from(attendees)
    .where(and(eq(attendees.gatheringId, gathering.id), isNotNull(attendees.cameAt)))
    .orderBy(sql`lower(${name})`, asc(id))
  const shown = rows.map(({ isDeleted, ...row }) => (isDeleted ? { ...row, ...blank } : row))
  return {
    attendees: shown.sort((a, b) => Number(a.name === '') - Number(b.name === '')),
    askAt: gathering.askAt?.toISOString() ?? null,
  }
}

/**
 * Erases names, addresses, and words, and withdraws the certificates. That they came, and the rating, stay for
 * statistics. Returns the number of those who had a name.
 */
export async function eraseAttendees(tx: Queryable, which: SQL): Promise<number> {
  const { rowCount } = await tx
    .update(attendees)
    .set({ ...blank, tokenHash: null, withdrawnAt: sql`coalesce(${attendees.withdrawnAt}, now())` })
    .where(sql`(${which}) and ${attendees.name} <> ''`)
  return rowCount ?? 0
}
