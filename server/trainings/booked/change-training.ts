import { and, eq, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod/mini'
import { isEmailAddress } from '../../../contracts/email.ts'
import type { trainingReschedule, trainingUpdate } from '../../../contracts/trainings.ts'
import { type ActingUser, recordActivity } from '../../activity/record-activity.ts'
import type { Database, Queryable } from '../../db/connect.ts'
import { trainingWaitlist } from '../../db/schema/entries.ts'
import { trainerDays, trainings } from '../../db/schema/trainings.ts'
import { readClock, readTimeZone } from '../clock.ts'
import { becomeTrainer, lockTrainers } from '../locks.ts'
import { queueTrainingMails, type TrainingDeps } from '../mails/queue-training-mail.ts'
import { lockActiveTrainer, type OfferRefusal } from '../offers/create-offer.ts'
import { findBlockedDays, findTakenDays } from '../offers/hold-days.ts'
import { updateStatusLabel } from '../status-label.ts'
import { chooseZone } from '../time-zone.ts'
import { cancelTraining, lockTraining, type TrainingRow, told } from './cancel-training.ts'

/** Result of a change of a training. `version`: someone else has saved it in the meantime. */
export type TrainingChange =
  | 'done'
  | 'unknown'
  | { conflict: 'version' | 'canceled' | 'held' | 'day-ahead' | 'no-person' }
  | OfferRefusal

type Facts = z.infer<typeof trainingUpdate.body>

/** Changes the facts of a training. A changed time or place is sent to the client and the trainer. */
export function updateTraining(
  db: Database,
  deps: TrainingDeps,
  id: number,
  { version, ...facts }: Facts,
): Promise<TrainingChange> {
  return changeTraining(db, id, async (tx, training) => {
    if (training.version !== version) return { conflict: 'version' }
    if (training.canceledAt) return { conflict: 'canceled' }
    if (facts.endsAt <= facts.startsAt) return { refused: 'wrong-hours' }
    if (facts.contactEmail !== '' && !isEmailAddress(facts.contactEmail)) return { refused: 'wrong-email' }
    const siteZone = await readTimeZone(tx, deps.config)
    const before = { ...training, timeZone: training.timeZone ?? siteZone }
    const timeZone = chooseZone(facts, siteZone, before)
    if (timeZone === null) return { refused: 'no-time-zone' }
    const { today } = await readClock(tx, timeZone)
    const now = { ...facts, timeZone }
    const isNews =
      training.heldAt === null &&
      // Correcting the facts of a day that is over tells no one.
      training.day >= today &&
      newsFields.some((field) => now[field] !== before[field])
    await tx
      .update(trainings)
      .set({ ...now, version: told.version, ...(isNews && { sequence: told.sequence }) })
      .where(eq(trainings.id, id))
    if (isNews) await queueTrainingMails(tx, deps, 'changed', id)
    return 'done'
  })
}

/** Fields whose change the client and the trainer are told */
const newsFields = ['startsAt', 'endsAt', 'timeZone', 'format', 'place'] as const

type Move = z.infer<typeof trainingReschedule.body>

/** Moves a training to another day, or to another trainer, and tells the client and the trainer. */
export function rescheduleTraining(
  db: Database,
  deps: TrainingDeps,
  id: number,
  { day, trainerId, reason, version }: Move,
): Promise<TrainingChange> {
  return db.transaction(async (tx) => {
    const trainerRefusal = await lockBothTrainers(tx, id, trainerId)
    const training = await lockTraining(tx, id)
    if (!training) return 'unknown'
    if (training.canceledAt) return { conflict: 'canceled' }
    if (training.heldAt) return { conflict: 'held' }
    if (!(await hasPerson(tx, training))) return { conflict: 'no-person' }
    if (training.day === day && training.trainerId === trainerId) return 'done'
    if (training.version !== version) return { conflict: 'version' }
    if (trainerRefusal) return trainerRefusal
    const { today } = await readClock(tx, training.timeZone ?? (await readTimeZone(tx, deps.config)))
    if (day <= today) return { refused: 'past-days', days: [day] }
    const taken = await findTakenDays(tx, trainerId, [day], { except: { trainingId: id } })
    if (taken.length > 0) return { refused: 'taken-days', days: taken }
    const blocked = await findBlockedDays(tx, trainerId, [day])
    if (blocked.length > 0) return { refused: 'blocked-days', days: blocked }
    await moveDay(tx, training, { day, trainerId })
    await becomeTrainer(tx, trainerId)
    // The client has to read "a new day" only if the day is new.
    const event = training.day === day ? 'trainer-replaced' : 'rescheduled'
    await queueTrainingMails(tx, deps, event, id, {
      reason,
      ...(training.trainerId !== trainerId && { formerTrainerId: training.trainerId }),
    })
    return 'done'
  })
}

/** False for a past day of a person who was deleted since. No new day is booked for them. */
async function hasPerson(tx: Queryable, { entryId }: TrainingRow): Promise<boolean> {
  if (entryId === null) return false
  const rows = await tx
    .select({ id: trainingWaitlist.id })
    .from(trainingWaitlist)
    .where(and(eq(trainingWaitlist.id, entryId), isNull(trainingWaitlist.deletedAt)))
  return rows.length > 0
}

async function moveDay(
  tx: Queryable,
  { id, day: oldDay }: TrainingRow,
  { day, trainerId }: { day: string; trainerId: number },
): Promise<void> {
  await tx.update(trainerDays).set({ day, trainerId }).where(eq(trainerDays.trainingId, id))
  await tx
    .update(trainings)
    .set({
      day,
      trainerId,
      otherDayWish: null,
      otherDayAskedAt: null,
      // Reminders of a day that stays the same are not sent again.
      ...(day !== oldDay && { dayChosenAt: sql`now()` }),
      ...told,
    })
    .where(eq(trainings.id, id))
}

/** Locks the old and the new trainer of a training before the training, as every change does. */
async function lockBothTrainers(
  tx: Queryable,
  id: number,
  trainerId: number,
): Promise<OfferRefusal | undefined> {
  const [known] = await tx
    .select({ trainerId: trainings.trainerId })
    .from(trainings)
    .where(eq(trainings.id, id))
  if (known) await lockTrainers(tx, [known.trainerId, trainerId])
  return lockActiveTrainer(tx, trainerId)
}

/** Cancels a training for the office. */
export function cancelForUs(
  db: Database,
  deps: TrainingDeps,
  by: ActingUser,
  id: number,
  reason: string,
): Promise<TrainingChange> {
  return changeTraining(db, id, async (tx, training) => {
    // A second click finds it canceled.
    if (training.canceledAt) return training.canceledBy === 'us' ? 'done' : { conflict: 'canceled' }
    if (training.heldAt) return { conflict: 'held' }
    await cancelTraining(tx, deps, training, { by: 'us', reason })
    await recordActivity(tx, { action: 'training-canceled', by, about: ['training', id] })
    return 'done'
  })
}

/** Marks a training as held once its day has come, or undoes that. */
export function markHeld(
  db: Database,
  { config }: Pick<TrainingDeps, 'config'>,
  id: number,
  isHeld: boolean,
): Promise<TrainingChange> {
  return changeTraining(db, id, async (tx, training) => {
    if (training.canceledAt) return { conflict: 'canceled' }
    if ((training.heldAt !== null) === isHeld) return 'done'
    const { today } = await readClock(tx, training.timeZone ?? (await readTimeZone(tx, config)))
    if (isHeld && training.day > today) return { conflict: 'day-ahead' }
    await tx
      .update(trainings)
      .set({ heldAt: isHeld ? sql`now()` : null, version: told.version })
      .where(eq(trainings.id, id))
    await updateStatusLabel(tx, training.entryId, 'closed')
    return 'done'
  })
}

function changeTraining(
  db: Database,
  id: number,
  change: (tx: Queryable, training: TrainingRow) => Promise<TrainingChange>,
): Promise<TrainingChange> {
  return db.transaction(async (tx) => {
    const training = await lockTraining(tx, id)
    return training ? change(tx, training) : 'unknown'
  })
}
