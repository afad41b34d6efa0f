import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import { notUnderWay, type OutgoingMail, queueMails } from '../../../../core/server/mail/outbox.ts'
import { holdMails, withdrawMails } from '../../../../core/server/mail/unsent-mails.ts'
import { trainingMails } from '../../schema.ts'
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
  changes = '',
): Promise<void> {
  await queueAll(tx, await writeOfferMails(tx, deps, event, offerId, changes), { event, offerId })
}

/** Shown in the Outbox */
export const offerHasEnded = 'This offer has ended.'

/**
 * Withdraws the emails with an offer that has just lapsed, or been withdrawn or corrected, if they have not gone out yet:
 * they may have waited for the mail server, or for the end of the pause after a restore. Returns true if there were any.
 */
export async function withdrawOfferMails(
  tx: Queryable,
  offerId: number,
  why = offerHasEnded,
): Promise<boolean> {
  const ids = tx
    .select({ id: trainingMails.messageId })
    .from(trainingMails)
    .where(and(eq(trainingMails.offerId, offerId), isWithOffer))
  const { rowCount } = await withdrawMails(
    tx,
    sql`status = 'queued' and id in ${ids} and ${notUnderWay}`,
    why,
  )
  return (rowCount ?? 0) > 0
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
