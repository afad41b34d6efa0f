import { and, asc, eq, ne, type SQL, sql } from 'drizzle-orm'
import { addDays, listDays as listRange } from '../../../../core/contract/calendar-days.ts'
import { daysBetween } from '../../../../core/contract/format-date.ts'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import { notAccepted, refuse } from '../../../../core/server/errors.ts'
import { type Journey, travelDaysOf } from '../../../calendar/contract/day-time.ts'
import { promisedDays } from '../../../calendar/server/promised-days.ts'
import { readBlockedDays } from '../../../calendar/server/read-blocked-days.ts'
import { trainerDays } from '../../schema.ts'
import { isWorkingDay } from '../planner/federal-holidays.ts'
import { listDays } from './refusals.ts'

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

/** The days of a trainer that are promised to someone else, also by other features, in ascending order */
export async function findTakenDays(
  tx: Queryable,
  trainerId: number,
  days: string[],
  except?: Wished['except'],
): Promise<string[]> {
  const isOwn = except ? sql`promise @> ${JSON.stringify(except)}::jsonb` : sql`false`
  const { rows } = await tx.execute<{ day: string }>(sql`
    select distinct day::text from ${promisedDays()}
    where trainer_id = ${trainerId} and day = any(${sql.param(days)}::date[]) and not ${isOwn} order by day`)
  return rows.map(({ day }) => day)
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

/** @throws RequestProblem if the trainer cannot travel on the days around a training, because they have promised them */
export async function checkJourney(
  tx: Queryable,
  { id, trainerId, ...journey }: Journey & { id: number; trainerId: number },
): Promise<void> {
  const taken = await findTakenDays(tx, trainerId, travelDaysOf(journey), { trainingId: id })
  if (taken.length > 0)
    throw refuse(
      `${listDays(taken)} ${taken.length === 1 ? 'is' : 'are'} promised to someone else, so the trainer can’t travel then. Choose fewer days of travel, or another day.`,
      { refused: 'taken-days', days: taken },
    )
}

/** Takes the day of a training and those of its journey instead of the ones that it had. The caller has checked them. */
export async function takeDays(
  tx: Queryable,
  { id: trainingId, trainerId, ...journey }: Journey & { id: number; trainerId: number },
): Promise<void> {
  const travel = travelDaysOf(journey)
  await tx.delete(trainerDays).where(and(eq(trainerDays.trainingId, trainingId), ne(trainerDays.use, 'wish')))
  const rowOf = (use: 'training' | 'travel') => (day: string) => ({ trainingId, trainerId, day, use })
  await tx
    .insert(trainerDays)
    .values([journey.day].map(rowOf('training')).concat(travel.map(rowOf('travel'))))
}

/** Days for which the wish of a client holds a day. It is less than `proposedFrom`, so the day is still ahead. */
const wishDays = 3

/**
 * Holds a free day that the client of a training wishes instead. Returns until when. The caller holds the lock of the
 * trainer.
 */
export async function holdWish(
  tx: Queryable,
  { id: trainingId, trainerId }: { id: number; trainerId: number },
  day: string,
): Promise<SQL<Date>> {
  await freeWish(tx, trainingId)
  await tx.insert(trainerDays).values({ trainerId, day, trainingId, use: 'wish' })
  return sql<Date>`now() + make_interval(days => ${wishDays})`
}

export async function freeWish(tx: Queryable, trainingId: number): Promise<void> {
  await tx.delete(trainerDays).where(and(eq(trainerDays.trainingId, trainingId), eq(trainerDays.use, 'wish')))
}

const proposedDays = 12
/** Days from today on of which the first is proposed */
const proposedFrom = 7
/** Days before and after the booked one in which others are looked for */
const proposedAround = 45

type BookedDay = Journey & { trainerId: number; id: number }

/** The free days nearest to a booked one, from which the client can choose instead of it, in ascending order */
export async function listProposedDays(tx: Queryable, booked: BookedDay, today: string): Promise<string[]> {
  const distance = (day: string) => Math.abs(daysBetween(booked.day, day))
  const free = await listOtherDays(tx, booked, today)
  return free
    .toSorted((one, other) => distance(one) - distance(other))
    .slice(0, proposedDays)
    .sort()
}

/** Working days of a trainer around a booked one that are free, as are those of the journey to each */
export async function listOtherDays(tx: Queryable, training: BookedDay, today: string): Promise<string[]> {
  const { trainerId, day: booked, id: trainingId } = training
  const [first, from] = [addDays(today, proposedFrom), addDays(booked, -proposedAround)]
  const range = { from: from > first ? from : first, to: addDays(booked, proposedAround) }
  const blocked = await readBlockedDays(tx, { trainerIds: [trainerId], ...range })
  const away = new Set([booked, ...travelDaysOf(training), ...blocked.map(({ day }) => day)])
  const free = listRange(range.from, range.to).filter((day) => isWorkingDay(day) && !away.has(day))
  const daysOf = (day: string) => [day, ...travelDaysOf({ ...training, day })]
  const taken = await findTakenDays(tx, trainerId, free.flatMap(daysOf), { trainingId })
  return free.filter((day) => !daysOf(day).some((one) => taken.includes(one)))
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
