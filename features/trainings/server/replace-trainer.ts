import { and, asc, eq, gte, inArray, or, sql } from 'drizzle-orm'
import type { ActingUser } from '../../../core/server/activity/record-activity.ts'
import type { Database, Queryable } from '../../../core/server/db/connect.ts'
import { RequestProblem, refuse } from '../../../core/server/errors.ts'
import { readTimeZone } from '../../../core/server/organization.ts'
import { readClock } from '../../calendar/server/clock.ts'
import { becomeTrainer, lockTrainers } from '../../calendar/server/trainers.ts'
import { offers, trainerDays, trainings } from '../schema.ts'
import { recordActivity } from './actions.ts'
import { told } from './booked/cancel-training.ts'
import { queueTrainingMails } from './mails/queue-training-mail.ts'
import type { TrainingDeps } from './mails/training-events.ts'
import { tellCorrection } from './offers/change-offer.ts'
import { findBlockedDays, findTakenDays } from './offers/hold-days.ts'
import { requireAccess } from './offers/refusals.ts'

type DayRow = { day: string; offerId: number | null; trainingId: number | null }
/** The ids of the trainer who had the days, and of the one who gets them */
type Handover = { from: number; to: number }

/**
 * Gives the days of a trainer from today on to another one. A booked day moves if the other trainer is free on it, and
 * an offer if they are free on all of its days. The links of clients keep working.
 * @throws RequestProblem if the other one cannot get days
 */
export function replaceTrainer(
  db: Database,
  deps: TrainingDeps,
  by: ActingUser,
  { from, to }: Handover,
): Promise<{ moved: number; taken: string[] }> {
  return db.transaction(async (tx) => {
    if (from === to) throw refuse('These days are theirs already. Choose another trainer.')
    const found = await lockTrainers(tx, [from, to])
    const next = found.find(({ id }) => id === to)
    if (!next || found.length !== 2) throw new RequestProblem('not-found')
    requireAccess(next)
    await lockEntriesOf(tx, from)
    const { today } = await readClock(tx, await readTimeZone(tx, deps.config))
    const rows = await listDays(tx, from, today)
    const days = rows.map(({ day }) => day)
    const notFree = new Set(
      days.length === 0
        ? []
        : [...(await findTakenDays(tx, to, days)), ...(await findBlockedDays(tx, to, days))],
    )
    const moving = rows.filter((row) => !groupOf(rows, row).some(({ day }) => notFree.has(day)))
    await moveRows(tx, moving, { from, to })
    await moveOffersWithoutDays(tx, { from, to })
    for (const offerId of await listSent(tx, moving)) await tellCorrection(tx, deps, offerId, ['trainer'])
    for (const trainingId of new Set(moving.map((row) => row.trainingId)))
      if (trainingId !== null)
        await queueTrainingMails(tx, deps, 'trainer-replaced', trainingId, { formerTrainerId: from })
    if (moving.length > 0) {
      await becomeTrainer(tx, to)
      const details = { days: moving.length }
      await recordActivity(tx, { action: 'trainer-replaced', by, about: ['user', from], details })
    }
    return { moved: moving.length, taken: days.filter((day) => notFree.has(day)) }
  })
}

/** Offers that clients have, with days that moved */
async function listSent(tx: Queryable, rows: DayRow[]): Promise<number[]> {
  const ids = rows.flatMap(({ offerId }) => offerId ?? [])
  const isOpen = and(inArray(offers.id, ids), eq(offers.status, 'sent'), sql`${offers.expiresAt} > now()`)
  return (await tx.select({ id: offers.id }).from(offers).where(isOpen)).map(({ id }) => id)
}

/** The days that can only move together */
const groupOf = (rows: DayRow[], { offerId, trainingId }: DayRow) =>
  rows.filter((row) => row.offerId === offerId && row.trainingId === trainingId)

/** Locks all people who have an open offer or a booked day with a trainer, in the order of their ids. */
async function lockEntriesOf(tx: Queryable, trainerId: number): Promise<void> {
  await tx.execute(sql`
    select from training_waitlist where id in (
      select entry_id from offers where trainer_id = ${trainerId} and status in ('draft', 'sent', 'other-days')
      union select entry_id from trainings join trainer_days on training_id = trainings.id
      where trainings.trainer_id = ${trainerId})
    order by id for no key update`)
}

/** True for a row of `trainer_days` whose training was not held yet. One that was held today keeps its trainer. */
export const isNotHeld = sql`not exists (select from trainings
  where trainings.id = trainer_days.training_id and held_at is not null)`

/** False for the journey home from a training that is over */
const isOfDayAhead = (today: string) => sql`not exists (select from trainings
  where trainings.id = trainer_days.training_id and trainings.day < ${today}::date)`

async function listDays(tx: Queryable, trainerId: number, today: string): Promise<DayRow[]> {
  return tx
    .select({ day: trainerDays.day, offerId: trainerDays.offerId, trainingId: trainerDays.trainingId })
    .from(trainerDays)
    .where(
      and(eq(trainerDays.trainerId, trainerId), gte(trainerDays.day, today), isNotHeld, isOfDayAhead(today)),
    )
    .orderBy(asc(trainerDays.day))
    .for('update')
}

async function moveRows(tx: Queryable, rows: DayRow[], { from, to }: Handover): Promise<void> {
  if (rows.length === 0) return
  const days = rows.map(({ day }) => day)
  const offerIds = rows.flatMap(({ offerId }) => offerId ?? [])
  const trainingIds = rows.flatMap(({ trainingId }) => trainingId ?? [])
  await tx
    .update(trainerDays)
    .set({ trainerId: to })
    .where(and(eq(trainerDays.trainerId, from), inArray(trainerDays.day, days)))
  // Days that have passed can't be accepted any more, and must not stay with a trainer who no longer has the offer. The
  // same is true of a journey that has begun.
  const isOfMoved = or(inArray(trainerDays.offerId, offerIds), inArray(trainerDays.trainingId, trainingIds))
  await tx.delete(trainerDays).where(and(eq(trainerDays.trainerId, from), isOfMoved))
  if (offerIds.length > 0)
    await tx
      .update(offers)
      .set({ trainerId: to, sequence: sql`${offers.sequence} + 1`, version: sql`${offers.version} + 1` })
      .where(inArray(offers.id, offerIds))
  if (trainingIds.length > 0)
    await tx
      .update(trainings)
      .set({ trainerId: to, ...told })
      .where(inArray(trainings.id, trainingIds))
}

/** An offer whose client asked for other days holds none, and gets its new days from the new trainer. */
async function moveOffersWithoutDays(tx: Queryable, { from, to }: Handover): Promise<void> {
  await tx
    .update(offers)
    .set({ trainerId: to, version: sql`${offers.version} + 1` })
    .where(
      and(
        eq(offers.trainerId, from),
        eq(offers.status, 'other-days'),
        sql`not exists (select from ${trainerDays} where ${trainerDays.offerId} = ${offers.id})`,
      ),
    )
}
