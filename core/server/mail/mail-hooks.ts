import { isAtLeast, type Role } from '../../contract/roles.ts'
import type { Queryable } from '../db/connect.ts'
import type { Job } from '../jobs/queue.ts'

/** A kind of emails. `order` is its place among the kinds in the Outbox. */
export type MailKind = {
  name: string
  label: string
  /**
   * The lowest role that may read and send these emails. The link in an email gives its reader a right, so only users who
   * have that right may see it: with the link to personal data, for example, anyone can delete a person.
   */
  role: Role
  order: number
  /** The recipient requested it. It contains a link and has a deadline (`requestDays`). */
  isRequest?: true
  /** It answers what a person wrote to us, and is a part of the conversation with them. */
  isAnswer?: true
  /** It tells the office about people, so it is their data, not its recipient’s. */
  isNotice?: true
  /** Its text is not personal. */
  isPublic?: true
  /** One that is written after the deletion of a person’s data stays. */
  isKept?: true
  /** Letters with this field are of this kind. */
  letterField?: string
  /** Why it may not be sent again, in one sentence */
  resendRefusal?: string
}

export type MailFeature = { mailKinds?: MailKind[]; mailHooks?: MailHooks }

export const mailKindsOf = (features: MailFeature[]): MailKind[] =>
  features.flatMap(({ mailKinds = [] }) => mailKinds).sort((a, b) => a.order - b.order)

/** Names of the kinds with a property */
export const kindsWith = (property: keyof MailKind, kinds: MailKind[]): string[] =>
  kinds.flatMap((kind) => (kind[property] ? kind.name : []))

export const kindsFor = (role: Role, kinds: MailKind[]): MailKind[] =>
  kinds.filter((kind) => isAtLeast(role, kind.role))

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
export type MailHooks = Partial<Record<string, KindHooks>>
