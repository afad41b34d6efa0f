import * as z from 'zod/mini'
import { isEmailAddress } from './email.ts'
import { newsletterMessages } from './newsletter-call.ts'
import { pageQuery, rowId } from './paging.ts'

export const frequencies = ['all', 'monthly'] as const
export type Frequency = (typeof frequencies)[number]

export const subscriber = z.object({
  id: z.number(),
  email: z.string(),
  isActive: z.boolean(),
  frequency: z.enum(frequencies),
  subscribedAt: z.string(),
  consent: z.nullable(z.string()),
  source: z.nullable(z.string()),
  endedAt: z.nullable(z.string()),
  endReason: z.nullable(z.string()),
})
export type Subscriber = z.infer<typeof subscriber>

export const subscriberQuery = z.extend(pageQuery, { q: z.optional(z.string().check(z.maxLength(200))) })
export type SubscriberQuery = z.infer<typeof subscriberQuery>

/** `POST /api/newsletter/subscribers`: addresses, one on each line or in the first column of a CSV. */
export const importCall = z.strictObject({
  addresses: z.string().check(z.maxLength(900_000)),
  /** How these people agreed; kept with each address. */
  consent: z
    .string()
    .check(
      z.trim(),
      z.minLength(10, 'Please say how these people agreed to get the newsletter.'),
      z.maxLength(1000, 'Please say it in at most 1,000 characters.'),
    ),
})
export const importAnswer = z.object({
  added: z.number(),
  known: z.number(),
  /** New to us, but by the file they had left: kept as people who left. */
  left: z.number(),
  /** Those that are no addresses, at most ten of them. */
  refused: z.array(z.string()),
  refusedCount: z.number(),
})

export const issueCall = z.strictObject({ postId: rowId })
export const issueTestCall = z.strictObject({
  postId: rowId,
  to: z.string().check(z.trim(), z.refine(isEmailAddress, { error: newsletterMessages.invalid })),
})
export const issuePreview = z.object({
  subject: z.string(),
  text: z.string(),
  /** Who would get it now: those who have not had it. */
  recipients: z.number(),
  /** How many have had it, and when it was last sent; null where it never was. */
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
