import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import { outboxMessages } from '../../../../core/server/db/schema/mail.ts'
import { notUnderWay, type OutgoingMail, queueMails } from '../../../../core/server/mail/outbox.ts'
import { holdMails, withdrawMails } from '../../../../core/server/mail/unsent-mails.ts'
import { reminderEvents, trainingMails } from '../../schema.ts'
import { formatChanges } from '../offers/describe-changes.ts'
import { findPause } from '../pause.ts'
import { writeOfferMails } from './offer-mails.ts'
import type { OfferEvent, TrainingChangeFacts, TrainingDeps, TrainingEvent } from './training-events.ts'
import { writeTrainingMails } from './training-mails.ts'

/** Queues the emails to the client and the trainer about an offer, as it is in the transaction of the caller. */
export async function queueOfferMails(
  tx: Queryable,
  deps: TrainingDeps,
  event: OfferEvent,
  offerId: number,
  changes: string[] = [],
): Promise<void> {
  const mails = await writeOfferMails(tx, deps, event, offerId, formatChanges(changes))
  await queueAll(tx, mails, { event, offerId, changes })
}

/** Shown in the Outbox */
export const offerHasEnded = 'This offer has ended.'

/**
 * Withdraws the emails with an offer that has just lapsed, or been withdrawn or corrected, if they have not gone out yet:
 * they may have waited for the mail server, or for the end of the pause after a restore. Returns them.
 */
export const withdrawOfferMails = (tx: Queryable, offerId: number, why = offerHasEnded) =>
  withdrawQueued(tx, and(eq(trainingMails.offerId, offerId), isWithOffer), why)

/** Withdraws reminders of a day that was moved or canceled. */
export const withdrawReminders = (tx: Queryable, trainingId: number) =>
  withdrawQueued(
    tx,
    and(eq(trainingMails.trainingId, trainingId), inArray(trainingMails.event, reminderEvents)),
    'The day was moved or canceled.',
  )

async function withdrawQueued(tx: Queryable, which: SQL | undefined, why: string) {
  const ids = tx.select({ id: trainingMails.messageId }).from(trainingMails).where(which)
  const isWaiting = sql`status = 'queued' and id in ${ids} and ${notUnderWay}`
  const withdrawn = await withdrawMails(tx, isWaiting, why).returning({ id: outboxMessages.id })
  return tx
    .select({ event: trainingMails.event, changes: trainingMails.changes })
    .from(trainingMails)
    .where(
      inArray(
        trainingMails.messageId,
        withdrawn.map(({ id }) => id),
      ),
    )
}

/** True for emails with the link and the days of an offer, not for those that say what became of it */
export const isWithOffer = inArray(trainingMails.event, ['sent', 'sent-again', 'corrected', 'extended'])

/** Queues the emails to the client and the trainer about a training, as it is in the transaction of the caller. */
export async function queueTrainingMails(
  tx: Queryable,
  deps: TrainingDeps,
  event: TrainingEvent,
  trainingId: number,
  facts: TrainingChangeFacts = {},
): Promise<void> {
  await queueWrittenMails(tx, await writeTrainingMails(tx, deps, event, trainingId, facts), event, trainingId)
}

/** Queues emails that were written before their transaction began. */
export function queueWrittenMails(
  tx: Queryable,
  mails: OutgoingMail[],
  event: TrainingEvent,
  trainingId: number,
): Promise<void> {
  return queueAll(tx, mails, { event, trainingId })
}

/** Queues emails once. After a restore, they wait until someone has looked at the live offers. */
async function queueAll(
  tx: Queryable,
  mails: OutgoingMail[],
  about: Omit<typeof trainingMails.$inferInsert, 'messageId'>,
): Promise<void> {
  const ids = await queueMails(tx, mails)
  if (ids.length === 0) return
  await tx.insert(trainingMails).values(ids.map((messageId) => ({ messageId, ...about })))
  if ((await findPause(tx, { lock: 'share' })) !== undefined)
    await holdMails(tx, sql`id = any(${sql.param(ids)}::int[])`)
}
