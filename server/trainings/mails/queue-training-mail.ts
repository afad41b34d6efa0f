import { inArray } from 'drizzle-orm'
import type { Config } from '../../config.ts'
import type { Queryable } from '../../db/connect.ts'
import { outboxMessages } from '../../db/schema/mail.ts'
import type { WriteEmail } from '../../mail/email-templates.ts'
import { heldUntil, type OutgoingMail, queueMails } from '../../mail/outbox.ts'
import { writeOfferMails } from './offer-mails.ts'
import { isPaused } from './pause.ts'
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

/** Facts about an event that the training itself does not have */
export type EventFacts = {
  /** Why the office moved the day */
  reason?: string
  /** The trainer before the change, whose calendar loses the day */
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
  facts: EventFacts = {},
): Promise<void> {
  await queueAll(tx, await writeTrainingMails(tx, deps, event, trainingId, facts))
}

/** Queues emails once. After a restore, they wait until someone has looked at the live offers. */
async function queueAll(tx: Queryable, mails: OutgoingMail[]): Promise<void> {
  const ids = await queueMails(tx, mails)
  if (ids.length > 0 && (await isPaused(tx, { lock: 'share' })))
    await tx.update(outboxMessages).set({ nextAttemptAt: heldUntil }).where(inArray(outboxMessages.id, ids))
}
