import { inArray } from 'drizzle-orm'
import type { Config } from '../../config.ts'
import type { Queryable } from '../../db/connect.ts'
import { outboxMessages } from '../../db/schema/mail.ts'
import type { WriteEmail } from '../../mail/email-templates.ts'
import { heldUntil, type OutgoingMail, queueMails } from '../../mail/outbox.ts'
import { findPause } from '../pause.ts'
import { writeOfferMails } from './offer-mails.ts'
import { writeTrainingMails } from './training-mails.ts'

/** Dependencies of everything that writes to clients and trainers */
export type TrainingDeps = { config: Config; writeEmail: WriteEmail }

/** What happened to an offer. Answers are confirmed to the client and told to the trainer. */
export type OfferEvent = 'sent' | 'extended' | 'withdrawn' | 'other-days' | 'declined'

/** What happened to a training. `other-day-wished`: the client asked for another day. */
export type TrainingEvent =
  | 'booked'
  | 'changed'
  | 'rescheduled'
  | 'other-day-wished'
  | 'trainer-replaced'
  | 'canceled'
  | 'reminder-14'
  | 'reminder-2'

/** What the emails say about a change that the row does not hold */
export type TrainingChangeFacts = {
  /** Why the day was moved, in the words of the admin */
  reason?: string
  /** The trainer who no longer gives the training, if it went to another one */
  formerTrainerId?: number
}

/** Queues the emails to the client and the trainer about an offer, as it is in the transaction of the caller. */
export async function queueOfferMails(
  tx: Queryable,
  deps: TrainingDeps,
  event: OfferEvent,
  offerId: number,
): Promise<void> {
  await queueAll(tx, await writeOfferMails(tx, deps, event, offerId))
}

/** Queues the emails to the client and the trainer about a training, as it is in the transaction of the caller. */
export async function queueTrainingMails(
  tx: Queryable,
  deps: TrainingDeps,
  event: TrainingEvent,
  trainingId: number,
  facts: TrainingChangeFacts = {},
): Promise<void> {
  await queueAll(tx, await writeTrainingMails(tx, deps, event, trainingId, facts))
}

/** Queues emails once. After a restore, they wait until someone has looked at the live offers. */
async function queueAll(tx: Queryable, mails: OutgoingMail[]): Promise<void> {
  const ids = await queueMails(tx, mails)
  if (ids.length > 0 && (await findPause(tx, { lock: 'share' })) !== undefined)
    await tx.update(outboxMessages).set({ nextAttemptAt: heldUntil }).where(inArray(outboxMessages.id, ids))
}
