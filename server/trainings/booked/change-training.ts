import { and, eq, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod/mini'
import type { trainingKeepDay, trainingReschedule, trainingUpdate } from '../../../contracts/trainings.ts'
import { type ActingUser, recordActivity } from '../../activity/record-activity.ts'
import type { Database, Queryable } from '../../db/connect.ts'
import { trainingWaitlist } from '../../db/schema/entries.ts'
import { trainerDays, trainings } from '../../db/schema/trainings.ts'
import { readClock, readTimeZone } from '../clock.ts'
import { becomeTrainer, lockTrainers } from '../locks.ts'
import { findClient } from '../mails/mail-facts.ts'
import { queueTrainingMails } from '../mails/queue-training-mail.ts'
import type { TrainingDeps } from '../mails/training-events.ts'
import { addressOf } from '../mails/training-mails.ts'
import { lockActiveTrainer, type OfferRefusal } from '../offers/create-offer.ts'
import { findBlockedDays, findTakenDays } from '../offers/hold-days.ts'
import { updateStatusLabel } from '../status-label.ts'
import { chooseZone } from '../time-zone.ts'
import { cancelTraining, lockTraining, noWish, type TrainingRow, told } from './cancel-training.ts'

/** Result of a change of a training. `version`: someone else has saved it in the meantime. */
export type TrainingChange =
  | 'done'
  | 'unknown'
  | { conflict: 'version' | 'canceled' | 'held' | 'day-ahead' | 'no-person' | 'same-day' }
  | OfferRefusal

type Facts = z.infer<typeof trainingUpdate.body>

/**
 * Changes the facts of a training. A changed time or place is sent to the client and the trainer. If the emails go to
 * another address from now on, it gets the confirmation, and the day leaves the calendar of the former one.
 */
export function updateTraining(
  db: Database,
  deps: TrainingDeps,
  id: number,
  { version, ...facts }: Facts,
): Promise<TrainingChange> {
  return changeTraining(db, id, async (tx, training) => {
    if (training.version !== version) return { conflict: 'version' }
    if (training.canceledAt) return { conflict: 'canceled' }
    const siteZone = await readTimeZone(tx, deps.config)
    const before = { ...training, timeZone: training.timeZone ?? siteZone }
    const timeZone = chooseZone(facts, siteZone, before)
    if (timeZone === null) return { refused: 'no-time-zone' }
    const { today } = await readClock(tx, timeZone)
    const now = { ...facts, timeZone }
    const isChanged = newsFields.some((field) => now[field] !== before[field])
    const formerContact = await findFormerContact(tx, training, facts)
    // Correcting the facts of a day that is over tells no one.
    const isAhead = training.heldAt === null && training.day >= today
    const isNews = isAhead && (isChanged || formerContact !== undefined)
    await tx
      .update(trainings)
      .set({ ...now, version: told.version, ...(isNews && { sequence: told.sequence }) })
      .where(eq(trainings.id, id))
    const event = isChanged ? 'changed' : 'contact-changed'
    if (isNews) await queueTrainingMails(tx, deps, event, id, { formerContact })
    return 'done'
  })
}

/** Fields whose change the client and the trainer are told */
const newsFields = ['startsAt', 'endsAt', 'timeZone', 'format', 'place'] as const

/** The contact who has the day in their calendar, if emails go to another address from now on */
async function findFormerContact(tx: Queryable, training: TrainingRow, next: Pick<Facts, 'contactEmail'>) {
  const client = await findClient(tx, training.entryId)
  const email = client && addressOf(training, client)
  if (!email || email.toLowerCase() === addressOf(next, client).toLowerCase()) return undefined
  return { name: training.contactName, email }
}

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
    // A second click finds it moved. An open wish is never settled without a word to the client.
    if (training.day === day && training.trainerId === trainerId)
      return training.otherDayAskedAt === null ? 'done' : { conflict: 'same-day' }
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
  const isKnown = and(eq(trainingWaitlist.id, entryId), isNull(trainingWaitlist.deletedAt))
  return (await tx.$count(trainingWaitlist, isKnown)) > 0
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
      // With the same day and another trainer, the wish stays open, and reminders are not sent again.
      ...(day !== oldDay && { ...noWish, dayChosenAt: sql`now()` }),
      ...told,
    })
    .where(eq(trainings.id, id))
}

/** Settles the client's wish for another day: the day stays, and the client and the trainer are told. */
export function keepDay(
  db: Database,
  deps: TrainingDeps,
  id: number,
  { reason, version }: z.infer<typeof trainingKeepDay.body>,
): Promise<TrainingChange> {
  return changeTraining(db, id, async (tx, training) => {
    if (training.canceledAt) return { conflict: 'canceled' }
    if (training.heldAt) return { conflict: 'held' }
    // A second click finds it settled.
    if (training.otherDayAskedAt === null) return 'done'
    // The client may have written again.
    if (training.version !== version) return { conflict: 'version' }
    await tx
      .update(trainings)
      .set({ ...noWish, ...told })
      .where(eq(trainings.id, id))
    await queueTrainingMails(tx, deps, 'day-kept', id, { reason })
    return 'done'
  })
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
