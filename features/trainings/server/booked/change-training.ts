import { and, eq, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod/mini'
import type { ActingUser } from '../../../../core/server/activity/record-activity.ts'
import type { Database, Queryable } from '../../../../core/server/db/connect.ts'
import { RequestProblem, refuse } from '../../../../core/server/errors.ts'
import { readTimeZone } from '../../../../core/server/organization.ts'
import { travelDaysOf } from '../../../calendar/contract/day-time.ts'
import { readClock } from '../../../calendar/server/clock.ts'
import { becomeTrainer, lockTrainers } from '../../../calendar/server/trainers.ts'
import { trainingWaitlist } from '../../../people/schema/entries.ts'
import type {
  trainingKeepDay,
  trainingPaid,
  trainingReschedule,
  trainingUpdate,
} from '../../contract/trainings.ts'
import { trainings } from '../../schema.ts'
import { recordActivity } from '../actions.ts'
import { findClient } from '../mails/mail-facts.ts'
import { queueTrainingMails, withdrawReminders } from '../mails/queue-training-mail.ts'
import type { TrainingDeps } from '../mails/training-events.ts'
import { addressOf } from '../mails/training-mails.ts'
import { findChanges, formatChanges } from '../offers/describe-changes.ts'
import { checkDays, checkJourney, freeWish, takeDays } from '../offers/hold-days.ts'
import { noTimeZone, requireAccess } from '../offers/refusals.ts'
import { updateStatusLabel } from '../status-label.ts'
import { chooseZone } from '../time-zone.ts'
import { cancelTraining, lockTraining, noWish, type TrainingRow, told } from './cancel-training.ts'
import { readMaterials } from './read-materials.ts'
import { findTraining } from './read-trainings.ts'
import { noteContact, saveTrainingGathering } from './save-gathering.ts'

const conflicts = {
  canceled: 'This training was canceled, so it can’t be changed any more.',
  held: 'This training was held. Undo that first.',
  noPerson: 'The person was deleted, so this training can’t be moved. Mark it as held, or cancel it.',
  sameDay: 'The training is on this day already. Choose another one, or choose “We keep the day”.',
  depositPaid: 'The deposit was paid. Mark it as not paid first, then change it.',
  wishedDay:
    'A day of this journey is held for the client, who asked for it. Answer their wish first, or choose fewer days of travel.',
  dayAhead: 'The day of this training is still ahead. Mark it as held on the day, or after it.',
}

/** The problem of a save that is based on an earlier version, with the training as it is now */
async function changedByOther(tx: Queryable, { config }: Pick<TrainingDeps, 'config'>, id: number) {
  return refuse('Someone else changed this training in the meantime. Check what it is now, then try again.', {
    current: await findTraining(tx, config, id),
  })
}

type Facts = z.infer<typeof trainingUpdate.body>

/**
 * Changes the facts of a training. A changed time or place is sent to the client and the trainer. If the emails go to
 * another address from now on, it gets the confirmation, and the day leaves the calendar of the former one.
 * @throws RequestProblem if it is refused, as all changes of a training do
 */
export function updateTraining(
  db: Database,
  deps: TrainingDeps,
  id: number,
  { version, ...facts }: Facts,
): Promise<void> {
  return changeTraining(db, id, async (tx, training) => {
    if (training.version !== version) throw await changedByOther(tx, deps, id)
    if (training.canceledAt) throw refuse(conflicts.canceled)
    const siteZone = await readTimeZone(tx, deps.config)
    const before = { ...training, timeZone: training.timeZone ?? siteZone }
    const timeZone = chooseZone(facts, siteZone, before)
    if (timeZone === null) throw noTimeZone()
    const { today } = await readClock(tx, timeZone)
    const now = { ...facts, timeZone }
    const changes = formatChanges(findChanges<keyof typeof newsFields>(newsFields, before, now))
    const { travelBefore = training.travelBefore, travelAfter = training.travelAfter } = facts
    if (training.depositPaidOn && facts.deposit !== undefined && facts.deposit !== training.deposit)
      throw refuse(conflicts.depositPaid)
    if (training.travelBefore !== travelBefore || training.travelAfter !== travelAfter) {
      const journey = { ...training, travelBefore, travelAfter }
      if (training.wishedUntil && travelDaysOf(journey).includes(training.wishedDay ?? ''))
        throw refuse(conflicts.wishedDay)
      await checkJourney(tx, journey)
      await takeDays(tx, journey)
    }
    const formerContact = await findFormerContact(tx, training, facts)
    // Correcting the facts of a day that is over tells no one.
    const isAhead = training.heldAt === null && training.day >= today
    const isNews = isAhead && (changes !== '' || formerContact !== undefined)
    await tx
      .update(trainings)
      .set({ ...now, version: told.version, ...(isNews && { sequence: told.sequence }) })
      .where(eq(trainings.id, id))
    if (training.heldAt) await saveTrainingGathering(tx, deps, { ...training, ...now }, true)
    const event = changes !== '' ? 'changed' : 'contact-changed'
    if (isNews) await queueTrainingMails(tx, deps, event, id, { formerContact, changes })
  })
}

/** Fields whose change the client and the trainer are told */
const newsFields = {
  startsAt: 'time',
  endsAt: 'time',
  timeZone: 'time',
  format: 'place',
  place: 'place',
  amount: 'price',
  deposit: 'price',
  currency: 'price',
  price: 'price',
  payUrl: 'address for paying',
  topics: 'topics',
  headCount: 'number of people',
  prepare: 'preparations',
  helper: 'people who come',
} as const

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
): Promise<void> {
  return db.transaction(async (tx) => {
    const trainer = await lockTrainersOf(tx, id, trainerId)
    const training = await lockTraining(tx, id)
    if (!training) throw new RequestProblem('not-found')
    if (training.canceledAt) throw refuse(conflicts.canceled)
    if (training.heldAt) throw refuse(conflicts.held)
    if (!(await hasPerson(tx, training))) throw refuse(conflicts.noPerson)
    // A second click finds it moved. An open wish is never settled without a word to the client.
    if (training.day === day && training.trainerId === trainerId) {
      if (training.otherDayAskedAt !== null) throw refuse(conflicts.sameDay)
      return
    }
    if (training.version !== version) throw await changedByOther(tx, deps, id)
    requireAccess(trainer)
    const { today } = await readClock(tx, training.timeZone ?? (await readTimeZone(tx, deps.config)))
    await checkDays(tx, trainerId, [day], { today, except: { trainingId: id } })
    await checkJourney(tx, { ...training, day, trainerId })
    await moveDay(tx, training, { day, trainerId })
    await becomeTrainer(tx, trainerId)
    // The client has to read "a new day" only if the day is new.
    const event = training.day === day ? 'trainer-replaced' : 'rescheduled'
    await queueTrainingMails(tx, deps, event, id, {
      reason,
      ...(training.trainerId !== trainerId && { formerTrainerId: training.trainerId }),
    })
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
  { id, day: oldDay, ...training }: TrainingRow,
  { day, trainerId }: { day: string; trainerId: number },
): Promise<void> {
  await freeWish(tx, id)
  if (day !== oldDay) await withdrawReminders(tx, id)
  await takeDays(tx, { ...training, id, day, trainerId })
  await tx
    .update(trainings)
    .set({
      day,
      trainerId,
      wishedDay: null,
      wishedUntil: null,
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
): Promise<void> {
  return changeTraining(db, id, async (tx, training) => {
    if (training.canceledAt) throw refuse(conflicts.canceled)
    if (training.heldAt) throw refuse(conflicts.held)
    // A second click finds it settled.
    if (training.otherDayAskedAt === null) return
    // The client may have written again.
    if (training.version !== version) throw await changedByOther(tx, deps, id)
    await freeWish(tx, id)
    await tx
      .update(trainings)
      .set({ ...noWish, ...told })
      .where(eq(trainings.id, id))
    await queueTrainingMails(tx, deps, 'day-kept', id, { reason })
  })
}

/** Locks the old and the new trainer of a training before the training, as every change does. Returns the new one. */
async function lockTrainersOf(tx: Queryable, id: number, ...next: number[]) {
  const known = await tx
    .select({ trainerId: trainings.trainerId })
    .from(trainings)
    .where(eq(trainings.id, id))
  const locked = await lockTrainers(tx, [...known.map((row) => row.trainerId), ...next])
  return locked.find((trainer) => trainer.id === next[0])
}

export function cancelForUs(
  db: Database,
  deps: TrainingDeps,
  by: ActingUser,
  id: number,
  reason: string,
): Promise<void> {
  return changeTraining(db, id, async (tx, training) => {
    // A second click finds it canceled.
    if (training.canceledBy === 'us') return
    if (training.canceledAt) throw refuse(conflicts.canceled)
    if (training.heldAt) throw refuse(conflicts.held)
    await cancelTraining(tx, deps, training, { by: 'us', reason })
    await recordActivity(tx, { action: 'training-canceled', by, about: ['training', id] })
  })
}

/** Marks a training as held once its day has come, or undoes that. The client gets what is to be sent after the day. */
export function markHeld(db: Database, deps: TrainingDeps, id: number, isHeld: boolean): Promise<void> {
  return changeTraining(db, id, async (tx, training) => {
    if (training.canceledAt) throw refuse(conflicts.canceled)
    if ((training.heldAt !== null) === isHeld) return
    const { today } = await readClock(tx, training.timeZone ?? (await readTimeZone(tx, deps.config)))
    if (isHeld && training.day > today) throw refuse(conflicts.dayAhead)
    await tx
      .update(trainings)
      .set({ heldAt: isHeld ? sql`now()` : null, version: told.version })
      .where(eq(trainings.id, id))
    await saveTrainingGathering(tx, deps, training, isHeld)
    if (isHeld) await noteContact(tx, training)
    await updateStatusLabel(tx, training.entryId, 'closed')
    const materials = (await readMaterials(tx, [id])).get(id) ?? []
    if (isHeld && materials.some(({ isAfter }) => isAfter)) await queueTrainingMails(tx, deps, 'material', id)
  })
}

/** Notes when the client paid a part of the price. Nothing is sent. */
export function markPaid(
  db: Database,
  by: ActingUser,
  id: number,
  { part, paidOn }: z.infer<typeof trainingPaid.body>,
): Promise<void> {
  return changeTraining(db, id, async (tx, training) => {
    const column = part === 'deposit' ? 'depositPaidOn' : 'paidOn'
    // A second click
    if (training[column] === paidOn) return
    await tx
      .update(trainings)
      .set({ [column]: paidOn })
      .where(eq(trainings.id, id))
    await recordActivity(tx, { action: 'training-paid', by, about: ['training', id] })
  })
}

function changeTraining(
  db: Database,
  id: number,
  change: (tx: Queryable, training: TrainingRow) => Promise<void>,
): Promise<void> {
  return db.transaction(async (tx) => {
    await lockTrainersOf(tx, id)
    const training = await lockTraining(tx, id)
    if (!training) throw new RequestProblem('not-found')
    await change(tx, training)
  })
}
