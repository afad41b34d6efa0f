import type { Config } from '../../../../core/config.ts'
import type { WriteEmail } from '../../../../core/server/mail/email-templates.ts'
import type { offerEvents, trainingEvents } from '../../schema.ts'

/** Dependencies of everything that writes to clients and trainers */
export type TrainingDeps = { config: Config; writeEmail: WriteEmail }

export type OfferEvent = (typeof offerEvents)[number]
export type TrainingEvent = (typeof trainingEvents)[number]

/** Facts about a change that are in its emails but not in the row */
export type TrainingChangeFacts = {
  /** Why the day was moved or kept, in the words of the admin */
  reason?: string
  /** What changed, in the words of the client */
  changes?: string
  /** The trainer who no longer gives the training, if it went to another one */
  formerTrainerId?: number
  /** The contact who got the emails until now, if another address does from now on */
  formerContact?: { name: string; email: string } | undefined
}

/**
 * The keys of an email about an offer or a training. Its `Message-ID` is derived, so that it is queued once and a second
 * delivery is the same email. A new decision has a higher sequence, also after a restore (features/trainings/server/restore.ts).
 */
export function mailKeys(kind: string, { sequence, uid }: { sequence: number; uid: string }) {
  const id = `${kind}-${sequence}-${uid}@everyday-ai`
  return { messageId: id, onceKey: id, orderKey: uid }
}
