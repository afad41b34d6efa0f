import { and, eq, inArray } from 'drizzle-orm'
import type { Config } from '../../config.ts'
import type { Queryable } from '../../db/connect.ts'
import { outboxMessages } from '../../db/schema/mail.ts'
import type { WriteEmail } from '../../mail/email-templates.ts'
import { heldUntil, notUnderWay, type OutgoingMail, queueMails } from '../../mail/outbox.ts'
import { findPause } from '../pause.ts'
import { mailId } from './mail-ids.ts'
import { writeOfferMails } from './offer-mails.ts'
import { writeTrainingMails } from './training-mails.ts'

/** Dependencies of everything that writes to clients and trainers */
export type TrainingDeps = { config: Config; writeEmail: WriteEmail }

/** Events of an offer. Answers are confirmed to the client and told to the trainer. */
export type OfferEvent = 'sent' | 'extended' | 'withdrawn' | 'other-days' | 'declined'

/** Events of a training. `other-day-wished`: the client asked for another day. */
export type TrainingEvent =
  | 'booked'
  | 'changed'
  | 'rescheduled'
  | 'other-day-wished'
  | 'trainer-replaced'
  | 'canceled'
  | 'reminder-14'
  | 'reminder-2'

/** Facts about a change that are in its emails but not in the row */
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

/** Shown in the Outbox */
export const offerHasEnded = 'This offer has ended.'

/**
 * Withdraws the emails with an offer that has just lapsed or been withdrawn, if they have not gone out yet: they may
 * have waited for the mail server, or for the end of the pause after a restore.
 */
export async function withdrawOfferMails(
  tx: Queryable,
  { uid, sequence }: { uid: string; sequence: number },
): Promise<void> {
  const ids = Array.from({ length: sequence + 1 }, (_, earlier) =>
    ['offer', 'offer-extended'].map((kind) => mailId(kind, earlier, uid)),
  )
  await tx
    .update(outboxMessages)
    .set({ status: 'withdrawn', problem: offerHasEnded })
    .where(and(eq(outboxMessages.status, 'queued'), inArray(outboxMessages.onceKey, ids.flat()), notUnderWay))
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
