import * as z from 'zod/mini'
import { invalidEmail, isEmailAddress } from './email.ts'
import { pageQuery, rowId } from './paging.ts'

export const frequencies = ['all', 'monthly'] as const
export type Frequency = (typeof frequencies)[number]
export const frequencyLabels: Record<Frequency, string> = {
  all: 'Every new post',
  monthly: 'At most once a month',
}

/** Why a subscription ended. */
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
  /** Path of our own page with the form, or `import`. */
  source: z.nullable(z.string()),
  /** What that page is called; null where it is not known, and for imports. */
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
  /** How these people agreed; kept with each address. */
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
/** The test in the Outbox. */
export const issueTestResponse = z.object({ mailId: z.number() })
export const issuePreview = z.object({
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  /** Who would get it now: those who have not had it. */
  recipients: z.number(),
  /** How many emails of it wait: in the outbox, or to be written into it. */
  waiting: z.number(),
  /** How many have had it, and when the last of them was sent; null if none was. */
  had: z.number(),
  lastSentAt: z.nullable(z.string()),
  /** Without a mail server each mail waits in the outbox for a person. */
  byHand: z.boolean(),
})

export const issue = z.object({
  id: z.number(),
  subject: z.string(),
  startedBy: z.string(),
  createdAt: z.string(),
  pausedAt: z.nullable(z.string()),
  finishedAt: z.nullable(z.string()),
  /** It paused by itself because the mail server refused one mail after the other. */
  isRefused: z.boolean(),
  /** Its mails wait in the outbox for a person, because there is no mail server. */
  byHand: z.boolean(),
  /**
   * Copies in all, and how many of them still wait to be written, wait in the outbox, went out, failed, and were left
   * out because the person had left meanwhile.
   */
  total: z.number(),
  waiting: z.number(),
  queued: z.number(),
  sent: z.number(),
  failed: z.number(),
  leftOut: z.number(),
})
export type Issue = z.infer<typeof issue>
