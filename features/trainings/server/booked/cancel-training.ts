import { eq, sql } from 'drizzle-orm'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import type { Canceler } from '../../contract/trainings.ts'
import { trainerDays, trainings } from '../../schema.ts'
import { lockEntry } from '../locks.ts'
import { queueTrainingMails, withdrawReminders } from '../mails/queue-training-mail.ts'
import type { TrainingDeps } from '../mails/training-events.ts'
import { updateStatusLabel } from '../status-label.ts'

export type TrainingRow = typeof trainings.$inferSelect

/** Locks the entry of a training's person, if they are still known, and then the training. */
export async function lockTraining(tx: Queryable, id: number): Promise<TrainingRow | undefined> {
  const [known] = await tx.select({ entryId: trainings.entryId }).from(trainings).where(eq(trainings.id, id))
  if (!known) return undefined
  if (known.entryId !== null) await lockEntry(tx, known.entryId)
  const [training] = await tx.select().from(trainings).where(eq(trainings.id, id)).for('update')
  return training
}

/** Cancels a locked training, frees its day, and tells the client and the trainer. */
export async function cancelTraining(
  tx: Queryable,
  deps: TrainingDeps,
  { id, entryId }: TrainingRow,
  { by, reason }: { by: Exclude<Canceler, 'server'>; reason: string },
): Promise<void> {
  await tx
    .update(trainings)
    .set({
      canceledAt: sql`now()`,
      canceledBy: by,
      cancelReason: reason,
      ...noWish,
      ...told,
    })
    .where(eq(trainings.id, id))
  await tx.delete(trainerDays).where(eq(trainerDays.trainingId, id))
  await withdrawReminders(tx, id)
  await updateStatusLabel(tx, entryId)
  await queueTrainingMails(tx, deps, 'canceled', id)
}

/** Settles the client's wish for another day */
export const noWish = { otherDayWish: null, otherDayAskedAt: null, wishedDay: null, wishedUntil: null }

/** `noWish` for a query that is written as text */
export const withoutWish =
  'other_day_wish = null, other_day_asked_at = null, wished_day = null, wished_until = null'

/** Counts a change that the client is told about. */
export const told = {
  sequence: sql`${trainings.sequence} + 1`,
  version: sql`${trainings.version} + 1`,
}
