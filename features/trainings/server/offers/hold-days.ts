import { and, asc, eq, inArray, isNull, ne, or, type SQL } from 'drizzle-orm'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import { readBlockedDays } from '../../../calendar/server/read-blocked-days.ts'
import { trainerDays } from '../../schema.ts'
import { listDays, notAccepted, refuse } from './refusals.ts'

type Wished = {
  today: string
  /** The offer or training, which may hold some of the days already */
  except?: { offerId: number } | { trainingId: number } | undefined
  /** Days that are held already. They are kept even if the trainer has blocked them since. */
  held?: string[]
}

/** @throws RequestProblem if a trainer cannot be given all of these days */
export async function checkDays(
  tx: Queryable,
  trainerId: number,
  days: string[],
  { today, except, held = [] }: Wished,
): Promise<void> {
  const past = days.filter((day) => day <= today)
  if (past.length > 0)
    throw notAccepted(`${listDays(past)} can’t be offered any more. Choose later days.`, {
      refused: 'past-days',
      days: past,
    })
  const taken = await findTakenDays(tx, trainerId, days, except)
  if (taken.length > 0)
    throw refuse(
      `${listDays(taken)} ${taken.length === 1 ? 'is' : 'are'} held or booked for someone else. Choose another day.`,
      { refused: 'taken-days', days: taken },
    )
  const added = days.filter((day) => !held.includes(day))
  const blocked = await findBlockedDays(tx, trainerId, added)
  if (blocked.length > 0)
    throw refuse(
      `The trainer is away on ${listDays(blocked)}. Choose another day, or unblock it in the calendar.`,
      { refused: 'blocked-days', days: blocked },
    )
}

/** The days of a trainer that another offer or a training has, in ascending order */
export async function findTakenDays(
  tx: Queryable,
  trainerId: number,
  days: string[],
  except?: Wished['except'],
): Promise<string[]> {
  const rows = await tx
    .select({ day: trainerDays.day })
    .from(trainerDays)
    .where(and(eq(trainerDays.trainerId, trainerId), inArray(trainerDays.day, days), isOfOthers(except)))
    .orderBy(asc(trainerDays.day))
  return rows.map(({ day }) => day)
}

function isOfOthers(except: Wished['except']): SQL | undefined {
  if (!except) return undefined
  return 'offerId' in except
    ? or(isNull(trainerDays.offerId), ne(trainerDays.offerId, except.offerId))
    : or(isNull(trainerDays.trainingId), ne(trainerDays.trainingId, except.trainingId))
}

export async function findBlockedDays(tx: Queryable, trainerId: number, days: string[]): Promise<string[]> {
  const blocked: string[] = []
  // One day at a time, because a read is limited to a range, and offered days can be years apart.
  for (const day of days) {
    const found = await readBlockedDays(tx, { trainerIds: [trainerId], from: day, to: day })
    if (found.length > 0) blocked.push(day)
  }
  return blocked
}

/** Holds days for an offer. The primary key refuses a day that is taken. The caller holds the lock of the trainer. */
export async function holdDays(
  tx: Queryable,
  offerId: number,
  trainerId: number,
  days: string[],
): Promise<void> {
  if (days.length > 0) await tx.insert(trainerDays).values(days.map((day) => ({ trainerId, day, offerId })))
}

export async function freeDays(tx: Queryable, offerId: number): Promise<void> {
  await tx.delete(trainerDays).where(eq(trainerDays.offerId, offerId))
}

/** The days that are held for an offer right now, in ascending order */
export async function readHeldDays(tx: Queryable, offerId: number): Promise<string[]> {
  const rows = await tx
    .select({ day: trainerDays.day })
    .from(trainerDays)
    .where(eq(trainerDays.offerId, offerId))
    .orderBy(asc(trainerDays.day))
  return rows.map(({ day }) => day)
}
