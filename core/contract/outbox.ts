import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { idParams, pageQuery } from './paging.ts'

/**
 * `queued`: waiting for the mail server, or for an admin if there is none. `handed_over`: an admin sent it with their
 * own email app. `withdrawn`: canceled because it is no longer useful.
 */
export const mailStates = ['queued', 'sent', 'failed', 'handed_over', 'withdrawn'] as const
export type MailState = (typeof mailStates)[number]

/** Effect of an email on its event in the recipient's calendar (RFC 5546). `PUBLISH` only shows it. */
export const calendarMethods = ['REQUEST', 'CANCEL', 'PUBLISH'] as const
export type CalendarMethod = (typeof calendarMethods)[number]

/**
 * Days until an unsent email that its recipient requested is dropped. Requests about personal data must be answered
 * within a month (GDPR, article 12), and no one expects to confirm a sign-up after a month. The link in the email expires
 * a fixed time after the email is sent, so waiting in the outbox does not shorten it.
 */
export const requestDays = 30

export const mailStateLabels: Record<MailState, string> = {
  queued: 'Queued',
  sent: 'Sent',
  failed: 'Failed',
  handed_over: 'Sent by you',
  withdrawn: 'Canceled',
}

/** Describes the Outbox with the kinds of emails that can be filtered, which only the server knows. Emails may have others. */
export function describeOutbox(kind: z.ZodMiniType<string>) {
  const outboxEntry = z.object({
    id: z.number(),
    kind: z.string(),
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
    /** Deadline for sending the email */
    sendBy: z.nullable(z.string()),
  })
  const outboxMail = z.extend(outboxEntry, {
    text: z.string(),
    html: z.nullable(z.string()),
    /** The link in the email; null if it has none or the link has expired. */
    link: z.nullable(z.string()),
  })
  const outboxQuery = z.extend(pageQuery, {
    /** Text to search for in recipients and subjects */
    q: z.optional(z.string().check(z.maxLength(200))),
    status: z.optional(z.enum(mailStates)),
    kind: z.optional(kind),
    /** Only emails with a deadline that an admin has to send, most urgent first, up to 100. */
    urgent: z.optional(z.literal('1')),
  })
  return {
    outboxList: {
      method: 'GET',
      path: '/api/outbox',
      summary: 'List the emails that your site has written, newest first',
      description:
        '`urgent=1`: only those that someone waits for and that you have to send, the most urgent first.',
      query: outboxQuery,
      response: z.array(outboxEntry),
    },
    mailRead: {
      method: 'GET',
      path: '/api/outbox/:id',
      summary: 'Read one email',
      params: idParams,
      response: outboxMail,
    },
    mailMarkSent: {
      method: 'POST',
      path: '/api/outbox/:id/handed-over',
      summary: 'Mark an email as sent by yourself',
      params: idParams,
      response: outboxMail,
    },
    mailRetry: {
      method: 'POST',
      path: '/api/outbox/:id/again',
      summary: 'Try to send an email again now',
      params: idParams,
      response: outboxMail,
    },
  } satisfies Record<string, Endpoint>
}

export const { outboxList, mailRead, mailMarkSent, mailRetry } = describeOutbox(z.string())
export type OutboxEntry = z.infer<typeof outboxList.response>[number]
export type OutboxMail = z.infer<typeof mailRead.response>
export type OutboxQuery = z.infer<typeof outboxList.query>
