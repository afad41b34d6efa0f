import { and, asc, eq, inArray, isNull, ne, or, type SQL } from 'drizzle-orm'
import type { Queryable } from '../../db/connect.ts'
import { trainerDays } from '../../db/schema/trainings.ts'
import { readDayStates } from '../calendar/day-states.ts'

/** The days of a trainer that another offer or a training has, in ascending order */
export async function findTakenDays(
  tx: Queryable,
  trainerId: number,
  days: string[],
  { except }: { except?: { offerId: number } | { trainingId: number } } = {},
): Promise<string[]> {
  const rows = await tx
    .select({ day: trainerDays.day })
    .from(trainerDays)
    .where(and(eq(trainerDays.trainerId, trainerId), inArray(trainerDays.day, days), isOfOthers(except)))
    .orderBy(asc(trainerDays.day))
  return rows.map(({ day }) => day)
}

function isOfOthers(except: { offerId: number } | { trainingId: number } | undefined): SQL | undefined {
  if (!except) return undefined
  return 'offerId' in except
    ? or(isNull(trainerDays.offerId), ne(trainerDays.offerId, except.offerId))
    : or(isNull(trainerDays.trainingId), ne(trainerDays.trainingId, except.trainingId))
}

export async function findBlockedDays(tx: Queryable, trainerId: number, days: string[]): Promise<string[]> {
  const blocked: string[] = []
  // One day at a time, because a read is limited to a range, and offered days can be years apart.
  for (const day of days) {
    const states = await readDayStates(tx, { trainerIds: [trainerId], from: day, to: day })
    if (states.some(({ state }) => state === 'blocked')) blocked.push(day)
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
