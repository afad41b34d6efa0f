import * as z from 'zod/mini'
import { pageQuery } from './paging.ts'

/** What a mail is about. */
export const mailKinds = [
  'invite',
  'guest',
  'editor',
  'lead',
  'confirmation',
  'newsletter',
  'rights',
  'security',
  'test',
] as const
export type MailKind = (typeof mailKinds)[number]

/**
 * Queued: it waits for the mail server or for a person. Handed over: a person says that they have sent it. Withdrawn:
 * it would have led nowhere by now, so nobody sends it.
 */
export const mailStates = ['queued', 'sent', 'failed', 'handed_over', 'withdrawn'] as const
export type MailState = (typeof mailStates)[number]

/** Emails that someone asked for and is waiting for. Each has a link that works only once it is sent in time. */
export const requestKinds: readonly MailKind[] = ['confirmation', 'rights']

/**
 * Days within which such an email has to be sent; then the request is dropped. The law gives a month to answer someone
 * who asks about their data (GDPR, article 12), and after that long nobody expects the newsletter's email any more. The
 * link in it counts its own time from when it was sent, so waiting takes nothing away from it.
 */
export const requestDays = 30

/** The last moment to send an email; null for one that can wait forever, and for one that was sent or withdrawn. */
export function sendByOf(mail: { kind: MailKind; status: MailState; createdAt: Date }): Date | null {
  const waits = mail.status === 'queued' || mail.status === 'failed'
  if (!waits || !requestKinds.includes(mail.kind)) return null
  return new Date(mail.createdAt.getTime() + requestDays * 24 * 60 * 60 * 1000)
}

export const outboxEntry = z.object({
  id: z.number(),
  kind: z.enum(mailKinds),
  to: z.string(),
  subject: z.string(),
  status: z.enum(mailStates),
  /** How often the mail server was asked. */
  attempts: z.number(),
  /** Why the last attempt failed, or why it was withdrawn, for the person. */
  problem: z.nullable(z.string()),
  createdAt: z.string(),
  /** When the next attempt is due; null where there is none. */
  nextAttemptAt: z.nullable(z.string()),
  sentAt: z.nullable(z.string()),
  /** Until when it must be sent (`sendByOf`). */
  sendBy: z.nullable(z.string()),
})
export type OutboxEntry = z.infer<typeof outboxEntry>

export const outboxMail = z.extend(outboxEntry, {
  text: z.string(),
  html: z.nullable(z.string()),
  /** What the mail opens; null where it opens nothing, or no longer. */
  link: z.nullable(z.string()),
})
export type OutboxMail = z.infer<typeof outboxMail>

/** Query of `GET /api/outbox`; `q` is looked for in recipients and subjects. */
export const outboxQuery = z.extend(pageQuery, {
  q: z.optional(z.string().check(z.maxLength(200))),
  status: z.optional(z.enum(mailStates)),
  kind: z.optional(z.enum(mailKinds)),
  /** Only what a person has to send in time (`sendBy`), the most urgent first, up to 100. */
  urgent: z.optional(z.literal('1')),
})
export type OutboxQuery = z.infer<typeof outboxQuery>

export const mailStateLabels: Record<MailState, string> = {
  queued: 'Queued',
  sent: 'Sent',
  failed: 'Failed',
  handed_over: 'Sent by you',
  withdrawn: 'Canceled',
}

export const mailKindLabels: Record<MailKind, string> = {
  invite: 'Author invite',
  guest: 'Guest author email',
  editor: 'Guest post notification',
  lead: 'New entry',
  confirmation: 'Confirmation',
  newsletter: 'Newsletter',
  rights: 'Personal data',
  security: 'Security',
  test: 'Test email',
}
