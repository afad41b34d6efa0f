import { randomUUID } from 'node:crypto'
import { and, eq, gt, isNotNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { isEmailAddress } from '../../contract/email.ts'
import type { CalendarMethod } from '../../contract/outbox.ts'
import { rights } from '../../contract/roles.ts'
import { countUpTo } from '../db/capped-count.ts'
import type { Queryable } from '../db/connect.ts'
import { type MailPart, outboxMessages } from '../db/schema/mail.ts'
import { enqueue, type Job } from '../jobs/queue.ts'
import { sealLink } from './encrypted-link.ts'
import type { MailHooks, MailKind } from './mail-hooks.ts'

export const deliverMail: Job = { name: 'deliver-mail', seconds: 180, cron: '* * * * *', atStart: true }

/** Describes a kind of emails. Most may be read by everyone who works with the site. */
export const mailKind = (
  name: string,
  label: string,
  order: number,
  more: Partial<MailKind> = {},
): MailKind => ({ name, label, order, role: rights.work, ...more })

export const testMail = mailKind('test', 'Test email', 15)

/** `nextAttemptAt` of queued emails that wait until their feature releases them */
export const heldUntil = sql`'9999-01-01'::timestamptz`

/**
 * True for a queued email that is not being sent right now. An email that is being sent may still arrive, so it must
 * not be sent again, marked as sent by hand, or withdrawn.
 */
export const notUnderWay = or(
  sql`${outboxMessages.problem} is not null`,
  sql`${outboxMessages.attempts} = 0`,
  sql`${outboxMessages.nextAttemptAt} <= now()`,
)

export type OutgoingMail = {
  kind: MailKind
  /** One address that passed `isEmailAddress`. */
  to: string
  subject: string
  text: string
  html?: string | undefined
  /** Additional headers, such as `List-Unsubscribe`. */
  headers?: Record<string, string> | undefined
  /** Secret link, stored encrypted. Text and HTML contain `linkMark` in its place until the email is sent. */
  link?: string | undefined
  /** An event for the recipient's calendar: iCalendar text and its method */
  calendar?: { text: string; method: CalendarMethod } | undefined
  /** `Message-ID` without angle brackets, if a repeat must carry the same one; by default a random one */
  messageId?: string | undefined
  /** Only one email per key is ever queued, for example `lead:17` for a notice about one entry. */
  onceKey?: string | undefined
  /** Emails with one key to one address arrive in the order in which they were queued. */
  orderKey?: string | undefined
  /** Username of the user who wrote it */
  writtenBy?: string | undefined
  /** Addresses of the people whom the email is about. The email is deleted with their data. */
  about?: string[] | undefined
  /** For an email about several people: the part about each person, which can be deleted separately */
  parts?: MailPart[] | undefined
}

/**
 * Adds an email to the outbox (the table of emails to send) in the caller's transaction and returns its id. The mail
 * server, or an admin by hand, sends it later.
 */
export async function queueMail(tx: Queryable, mail: OutgoingMail): Promise<number> {
  const [id] = await queueMails(tx, [mail])
  if (id !== undefined) return id
  const [known] = await tx
    .select({ id: outboxMessages.id })
    .from(outboxMessages)
    .where(eq(outboxMessages.onceKey, mail.onceKey ?? ''))
  if (!known) throw new Error('the email was neither queued nor found')
  return known.id
}

/** Queues several emails for the job, if it is not running already. Returns the ids of the new ones, in the order of `mails`. */
export async function queueMails(
  tx: Queryable,
  mails: OutgoingMail[],
  job: Job | null = deliverMail,
): Promise<number[]> {
  if (mails.length === 0) return []
  const values = await Promise.all(
    mails.map(async ({ kind, to, subject, messageId, link, calendar, about, ...others }) => {
      if (!isEmailAddress(to)) throw new Error('the email does not have exactly one valid recipient')
      return {
        ...others,
        messageId: messageId ?? `${randomUUID()}@everyday-ai`,
        kind: kind.name,
        recipient: to,
        subject: onOneLine(subject),
        calendar: calendar?.text,
        calendarMethod: calendar?.method,
        sealedLink: link === undefined ? null : await sealLink(tx, link),
        about: [...new Set(about?.map((email) => email.toLowerCase()))],
      }
    }),
  )
  const rows = await tx
    .insert(outboxMessages)
    .values(values)
    .onConflictDoNothing({ target: outboxMessages.onceKey })
    .returning({ id: outboxMessages.id })
  if (rows.length > 0 && job) await enqueue(tx, job, {})
  return rows.map((row) => row.id)
}

/** Number of emails that wait for the mail server or for a person, up to `max` */
export function countWaitingMails(db: Queryable, max: number, which?: SQL): Promise<number> {
  const waits = and(eq(outboxMessages.status, 'queued'), lt(outboxMessages.nextAttemptAt, heldUntil), which)
  return countUpTo(db, outboxMessages, waits, max)
}

/**
 * Lets all waiting emails be tried now, after the mail server was changed. Otherwise an email that failed with the
 * earlier settings would wait up to six hours.
 */
export async function retryWaitingMails(tx: Queryable, hooks: MailHooks): Promise<void> {
  await tx
    .update(outboxMessages)
    .set({ nextAttemptAt: sql`now()` })
    .where(
      and(
        eq(outboxMessages.status, 'queued'),
        isNotNull(outboxMessages.problem),
        gt(outboxMessages.nextAttemptAt, sql`now()`),
        lt(outboxMessages.nextAttemptAt, heldUntil),
      ),
    )
  for (const job of [deliverMail, ...Object.values(hooks).flatMap((kind) => kind?.bulkJob ?? [])]) {
    await enqueue(tx, job, {})
    // For an instance that starts the first job before it has heard of the change.
    await enqueue(tx, job, {}, sql`(now() + interval '3 seconds')`)
  }
}

/** Strips line breaks to prevent header injection. */
function onOneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}

/** Stops all emails that were queued at the time of a backup, because they may have been sent since. */
export async function stopMails(tx: Queryable): Promise<{ mails: number }> {
  const { rowCount } = await tx
    .update(outboxMessages)
    // Resuming an issue resends only failed emails with at least one attempt, so the reset keeps these unsent.
    .set({
      status: 'failed',
      attempts: 0,
      problem: 'It may have gone before the restore. Send it again if not.',
    })
    .where(eq(outboxMessages.status, 'queued'))
  return { mails: rowCount ?? 0 }
}
