import type { Config } from '../../config.ts'
import type { Queryable } from '../../db/connect.ts'
import type { WriteEmail } from '../../mail/email-templates.ts'

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
  _tx: Queryable,
  _deps: TrainingDeps,
  _event: OfferEvent,
  _offerId: number,
): Promise<void> {}

/** Queues the emails to the client and the trainer about a training, as it is in the transaction of the caller. */
export async function queueTrainingMails(
  _tx: Queryable,
  _deps: TrainingDeps,
  _event: TrainingEvent,
  _trainingId: number,
  _facts: TrainingChangeFacts = {},
): Promise<void> {}
