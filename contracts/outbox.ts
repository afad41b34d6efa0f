import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { idParams, pageQuery } from './paging.ts'
import { isAtLeast, type Role, rights } from './roles.ts'

/**
 * Topics of emails, and the lowest role that may read and send each. The link in an email gives its reader a right, so
 * only users who have that right may see it: with the link to personal data, for example, anyone can delete a person, and
 * a confirmation link puts its recipient on the newsletter's list.
 */
export const mailKindFacts = {
  invite: { label: 'Author invite', role: rights.work },
  guest: { label: 'Guest author email', role: rights.work },
  editor: { label: 'Guest post notification', role: rights.work },
  lead: { label: 'New entry', role: rights.work },
  plan: { label: 'Help us plan', role: rights.work },
  letter: { label: 'Email to a person', role: rights.work },
  offer: { label: 'Training offer', role: rights.manageDays },
  training: { label: 'Training', role: rights.manageDays },
  today: { label: 'Monday email', role: rights.work },
  confirmation: { label: 'Confirmation', role: rights.sendToLists },
  newsletter: { label: 'Newsletter', role: rights.sendToLists },
  rights: { label: 'Personal data', role: rights.deletePeople },
  team: { label: 'Team invite', role: rights.manageTeam },
  security: { label: 'Security', role: rights.manageTeam },
  test: { label: 'Test email', role: rights.work },
} satisfies Record<string, { label: string; role: Role }>
export type MailKind = keyof typeof mailKindFacts
export const mailKinds = Object.keys(mailKindFacts) as [MailKind, ...MailKind[]]

/**
 * `queued`: waiting for the mail server, or for an admin if there is none. `handed_over`: an admin sent it with their
 * own email app. `withdrawn`: canceled because it is no longer useful.
 */
export const mailStates = ['queued', 'sent', 'failed', 'handed_over', 'withdrawn'] as const
export type MailState = (typeof mailStates)[number]

/** Effect of an email on its event in the recipient's calendar (RFC 5546). `PUBLISH` only shows it. */
export const calendarMethods = ['REQUEST', 'CANCEL', 'PUBLISH'] as const
export type CalendarMethod = (typeof calendarMethods)[number]

export function mailKindsOf(role: Role): MailKind[] {
  return mailKinds.filter((kind) => isAtLeast(role, mailKindFacts[kind].role))
}

/** Emails that the recipient requested. Each contains a link and has a deadline (`requestDays`). */
export const requestKinds: readonly MailKind[] = ['confirmation', 'rights']

/**
 * Days until an unsent email of `requestKinds` is dropped. Requests about personal data must be answered within a
 * month (GDPR, article 12), and no one expects a newsletter confirmation after a month. The link in the email expires a
 * fixed time after the email is sent, so waiting in the outbox does not shorten it.
 */
export const requestDays = 30

/** Deadline for sending an email; null if it has none, or was sent or withdrawn. */
export function sendByOf(mail: { kind: MailKind; status: MailState; createdAt: Date }): Date | null {
  const waits = mail.status === 'queued' || mail.status === 'failed'
  if (!waits || !requestKinds.includes(mail.kind)) return null
  return new Date(mail.createdAt.getTime() + requestDays * 24 * 60 * 60 * 1000)
}

const outboxEntry = z.object({
  id: z.number(),
  kind: z.enum(mailKinds),
  to: z.string(),
  subject: z.string(),
  status: z.enum(mailStates),
  /** Number of attempts to hand the email to the mail server */
  attempts: z.number(),
  /** Why the last attempt failed or why the email was withdrawn, as a sentence for the admin */
  problem: z.nullable(z.string()),
  createdAt: z.string(),
  /** Time of the next attempt; null if none is planned. */
  nextAttemptAt: z.nullable(z.string()),
  sentAt: z.nullable(z.string()),
  /** Deadline for sending the email (`sendByOf`) */
  sendBy: z.nullable(z.string()),
})
export type OutboxEntry = z.infer<typeof outboxEntry>

export const outboxMail = z.extend(outboxEntry, {
  text: z.string(),
  html: z.nullable(z.string()),
  /** The link in the email; null if it has none or the link has expired. */
  link: z.nullable(z.string()),
})
export type OutboxMail = z.infer<typeof outboxMail>

const outboxQuery = z.extend(pageQuery, {
  /** Text to search for in recipients and subjects */
  q: z.optional(z.string().check(z.maxLength(200))),
  status: z.optional(z.enum(mailStates)),
  kind: z.optional(z.enum(mailKinds)),
  /** Only emails with a deadline that an admin has to send, most urgent first, up to 100. */
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

export const outboxList = {
  method: 'GET',
  path: '/api/outbox',
  summary: 'List the emails that your site has written, newest first',
  description:
    '`urgent=1`: only those that someone waits for and that you have to send, the most urgent first.',
  query: outboxQuery,
  response: z.array(outboxEntry),
} satisfies Endpoint

export const mailRead = {
  method: 'GET',
  path: '/api/outbox/:id',
  summary: 'Read one email',
  params: idParams,
  response: outboxMail,
} satisfies Endpoint

export const mailMarkSent = {
  method: 'POST',
  path: '/api/outbox/:id/handed-over',
  summary: 'Mark an email as sent by yourself',
  params: idParams,
  response: outboxMail,
} satisfies Endpoint

export const mailRetry = {
  method: 'POST',
  path: '/api/outbox/:id/again',
  summary: 'Try to send an email again now',
  params: idParams,
  response: outboxMail,
} satisfies Endpoint
