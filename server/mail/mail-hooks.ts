import type { MailKind } from '../../contracts/outbox.ts'
import type { Queryable } from '../db/connect.ts'
import type { Job } from '../jobs/queue.ts'

/** `postpone`: the email waits until the feature releases it. Otherwise, it is withdrawn, and the Outbox shows why. */
export type Hold = 'postpone' | { withdraw: string }

/**
 * Callbacks of a feature for state changes of its emails, and how they are delivered. Those that take `tx` run in the
 * transaction of the change.
 */
export type KindHooks = {
  /** The job that delivers these emails, if they are so many that they must never delay others */
  bulkJob?: Job
  /** Called after the mail server accepted the email, or an admin marked it as sent. */
  onSent?(tx: Queryable, messageId: number): Promise<void>
  /** Called after the mail server accepted some emails and their new state is committed. */
  onAccepted?(db: Queryable, messageIds: number[]): Promise<void>
  /** Called after the last attempt failed. `isBadAddress`: the mail server rejected the address. */
  onRefused?(tx: Queryable, messageId: number, isBadAddress: boolean): Promise<void>
  /** Called after an admin changed the email's state in the Outbox. */
  onChanged?(tx: Queryable, messageId: number): Promise<void>
  /** Called before a retry is scheduled after a failed attempt. */
  beforeRetry?(tx: Queryable, messageId: number): Promise<Hold | undefined>
  /** Called when an admin clicks "Try again". `refuse` leaves the email as it is. */
  beforeResend?(tx: Queryable, messageId: number): Promise<Hold | 'refuse' | undefined>
}

/** Hooks by kind of email, passed in by the app because `mail/` imports no feature. */
export type MailHooks = Partial<Record<MailKind, KindHooks>>
