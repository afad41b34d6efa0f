import * as z from 'zod/mini'
import { invalidEmail, isEmailAddress } from './email.ts'
import { pageQuery, rowId } from './paging.ts'

export const frequencies = ['all', 'monthly'] as const
export type Frequency = (typeof frequencies)[number]
export const frequencyLabels: Record<Frequency, string> = {
  all: 'Every new post',
  monthly: 'At most once a month',
}

/** Why a subscription ended */
export const endReasons = ['unsubscribed', 'bounced', 'removed'] as const
export type EndReason = (typeof endReasons)[number]
export const endReasonLabels: Record<EndReason, string> = {
  unsubscribed: 'Unsubscribed',
  bounced: 'Email bounced',
  removed: 'Removed',
}

export const subscriber = z.object({
  id: z.number(),
  email: z.string(),
  isActive: z.boolean(),
  frequency: z.enum(frequencies),
  subscribedAt: z.string(),
  consent: z.nullable(z.string()),
  /** Path of the page with the form, or `import` */
  source: z.nullable(z.string()),
  /** Name of that page; null if unknown, and for imports */
  sourceName: z.nullable(z.string()),
  endedAt: z.nullable(z.string()),
  endReason: z.nullable(z.enum(endReasons)),
})
export type Subscriber = z.infer<typeof subscriber>

export const subscriberQuery = z.extend(pageQuery, { q: z.optional(z.string().check(z.maxLength(200))) })
export type SubscriberQuery = z.infer<typeof subscriberQuery>

/** `POST /api/newsletter/subscribers`: a list of addresses, or a CSV file with or without a header row. */
export const importRequest = z.strictObject({
  addresses: z.string().check(z.maxLength(900_000)),
  /** How these people gave consent; stored with each address */
  consent: z
    .string()
    .check(
      z.trim(),
      z.minLength(10, 'Say how these people agreed to get the newsletter.'),
      z.maxLength(1000, 'Use up to 1,000 characters.'),
    ),
})
export const importResponse = z.object({
  added: z.number(),
  known: z.number(),
  /** New to us, but unsubscribed according to the file: added as unsubscribed. */
  left: z.number(),
  /** Subscribed here until now, but unsubscribed according to the file: unsubscribed. */
  ended: z.number(),
  /** Deleted here before, so they are not brought back. */
  deleted: z.number(),
  /** Lines without a valid address or whose cells don't match the header, up to ten of them. */
  refused: z.array(z.object({ line: z.number(), text: z.string(), reason: z.enum(['address', 'columns']) })),
  refusedCount: z.number(),
})

export const issueRequest = z.strictObject({ postId: rowId })
export const issueTestRequest = z.strictObject({
  postId: rowId,
  to: z.string().check(z.trim(), z.refine(isEmailAddress, { error: invalidEmail })),
})
/** Id of the test email in the Outbox */
export const issueTestResponse = z.object({ mailId: z.number() })
export const issuePreview = z.object({
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  /** Number of subscribers who have not received it */
  recipients: z.number(),
  /** Number of its emails that are in the outbox or still to be queued */
  waiting: z.number(),
  /** Number of sent emails, and the time of the last one; null if none was sent */
  had: z.number(),
  lastSentAt: z.nullable(z.string()),
  /** Without a mail server, an admin has to send each email from the outbox. */
  byHand: z.boolean(),
})

export const issue = z.object({
  id: z.number(),
  subject: z.string(),
  startedBy: z.string(),
  createdAt: z.string(),
  pausedAt: z.nullable(z.string()),
  finishedAt: z.nullable(z.string()),
  /** True if it paused automatically because the mail server refused several emails in a row */
  isRefused: z.boolean(),
  /** True if an admin has to send its emails, because there is no mail server */
  byHand: z.boolean(),
  /**
   * Number of copies: all, not queued yet, in the outbox, sent, failed, and skipped because the subscriber had
   * unsubscribed in the meantime
   */
  total: z.number(),
  waiting: z.number(),
  queued: z.number(),
  sent: z.number(),
  failed: z.number(),
  leftOut: z.number(),
})
export type Issue = z.infer<typeof issue>
