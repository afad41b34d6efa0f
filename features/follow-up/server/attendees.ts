import { randomUUID } from 'node:crypto'
import { and, asc, eq, isNotNull, isNull, like, type SQL, sql } from 'drizzle-orm'
import type { ActingUser } from '../../../core/server/activity/record-activity.ts'
import type { Database, Queryable } from '../../../core/server/db/connect.ts'
import { withIsoTimes } from '../../../core/server/db/iso-times.ts'
import { RequestProblem } from '../../../core/server/errors.ts'
import type { FollowUp } from '../contract/follow-up.ts'
import { attendees, gatherings } from '../schema.ts'
import { recordActivity } from './actions.ts'
import { addedKey, followUpFigures, markAttendance } from './gatherings.ts'

/** Reads who came to a gathering. Undefined if there is none. */
export async function findFollowUp(db: Queryable, uid: string): Promise<FollowUp | undefined> {
  const { answers, rating } = followUpFigures(sql`${uid}::uuid`)
  const [gathering] = await db
    .select({ id: gatherings.id, askAt: gatherings.askAt, answers, rating })
    .from(gatherings)
    .where(eq(gatherings.uid, uid))
  if (!gathering) return undefined
  const { id, ...figures } = gathering
  const { name, email, certificate, askedAt, answeredAt, best, better } = attendees
  const rows = await db
    .select({
      ...{
        id: attendees.id,
        name,
        email,
        certificate,
        askedAt,
        answeredAt,
        rating: attendees.rating,
        best,
        better,
      },
      isWithdrawn: sql<boolean>`${attendees.withdrawnAt} is not null`,
      isRemovable: sql<boolean>`${like(attendees.key, `${addedKey}%`)} and ${name} <> ''`,
    })
    .from(attendees)
    .where(and(eq(attendees.gatheringId, id), isNotNull(attendees.cameAt)))
    .orderBy(sql`${name} = ''`, sql`lower(${name})`, asc(attendees.id))
  return { attendees: rows.map(withIsoTimes), ...withIsoTimes(figures) }
}

type Person = { name: string; email: string }

/** Notes that people came to a gathering. */
export function addAttendees(db: Database, by: ActingUser, uid: string, people: Person[]): Promise<void> {
  const at = new Date().toISOString()
  return changeGathering(db, uid, async (tx) => {
    const marks = people.map((person) => ({ ...person, key: `${addedKey}${randomUUID()}`, came: true, at }))
    await markAttendance(tx, uid, marks)
    await recordActivity(tx, { action: 'attendees-added', by, details: { people: people.length } })
  })
}

/** Removes someone who was added by name. The page of their certificate says that it was withdrawn. */
export function removeAttendee(db: Database, by: ActingUser, uid: string, id: number): Promise<void> {
  return changeGathering(db, uid, async (tx, gatheringId) => {
    const isAdded = like(attendees.key, `${addedKey}%`)
    const which = sql`${and(eq(attendees.id, id), eq(attendees.gatheringId, gatheringId), isAdded)}`
    if ((await eraseAttendees(tx, which)) === 0) throw new RequestProblem('not-found')
    await tx.update(attendees).set({ cameAt: null }).where(which)
    await recordActivity(tx, { action: 'attendee-removed', by, about: ['attendee', id] })
  })
}

/** Withdraws a certificate or makes it valid again. A second click changes nothing. */
export function changeCertificate(
  db: Database,
  by: ActingUser,
  { uid, attendee: id }: { uid: string; attendee: number },
  isWithdrawn: boolean,
): Promise<void> {
  return changeGathering(db, uid, async (tx, gatheringId) => {
    const isTheirs = and(eq(attendees.id, id), eq(attendees.gatheringId, gatheringId))
    // The certificate of someone who was erased stays withdrawn.
    if ((await tx.$count(attendees, and(isTheirs, sql`name <> ''`))) === 0)
      throw new RequestProblem('not-found')
    const { rowCount } = await tx
      .update(attendees)
      .set({ withdrawnAt: isWithdrawn ? sql`now()` : null })
      .where(and(isTheirs, isWithdrawn ? isNull(attendees.withdrawnAt) : isNotNull(attendees.withdrawnAt)))
    const action = isWithdrawn ? 'certificate-withdrawn' : 'certificate-restored'
    if (rowCount) await recordActivity(tx, { action, by, about: ['attendee', id] })
  })
}

function changeGathering(
  db: Database,
  uid: string,
  change: (tx: Queryable, id: number) => Promise<void>,
): Promise<void> {
  return db.transaction(async (tx) => {
    const [gathering] = await tx.select({ id: gatherings.id }).from(gatherings).where(eq(gatherings.uid, uid))
    if (!gathering) throw new RequestProblem('not-found')
    await change(tx, gathering.id)
  })
}

/**
 * Erases names, addresses, and words, and withdraws the certificates. That they came, and the rating, stay for
 * statistics. Returns the number of those who had a name.
 */
export async function eraseAttendees(tx: Queryable, which: SQL): Promise<number> {
  const { rowCount } = await tx
    .update(attendees)
    .set({
      ...{ name: '', email: '', best: '', better: '', tokenHash: null },
      withdrawnAt: sql`coalesce(${attendees.withdrawnAt}, now())`,
    })
    .where(sql`(${which}) and ${attendees.name} <> ''`)
  return rowCount ?? 0
}
