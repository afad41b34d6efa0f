import { randomUUID } from 'node:crypto'
import { eq, or, sql } from 'drizzle-orm'
import { isEmailAddress } from '../../contracts/email.ts'
import type { MailKind } from '../../contracts/outbox.ts'
import type { Queryable } from '../db/connect.ts'
import { type MailPart, outboxMessages } from '../db/schema.ts'
import { enqueue } from '../jobs/queue.ts'
import { sealLink } from './encrypted-link.ts'

/**
 * A mail under way right now may arrive yet: neither a second attempt, nor "sent by hand", nor a withdrawal fits it.
 * For those whose status is queued.
 */
export const notUnderWay = or(
  sql`${outboxMessages.problem} is not null`,
  sql`${outboxMessages.attempts} = 0`,
  sql`${outboxMessages.nextAttemptAt} <= now()`,
)

export type OutgoingMail = {
  /** What it is about; the Outbox page names and filters by it. */
  kind: MailKind
  /** One address that `isEmailAddress` has let through. */
  to: string
  subject: string
  text: string
  html?: string | undefined
  /** Beside the usual ones, such as `List-Unsubscribe`. */
  headers?: Record<string, string> | undefined
  /** What opens something: text and html say `linkMark` for it, and it lies sealed until the mail leaves. */
  link?: string | undefined
  /** A second message of the same key is not written: `lead:waitlist:17`. */
  onceKey?: string | undefined
  /** Addresses of the people whom it tells the recipient about: it goes when their data has to go. */
  about?: string[] | undefined
  /** Where it is about several: what it says about each, so that only that goes. */
  parts?: MailPart[] | undefined
}

/**
 * Puts a mail into the outbox, in the transaction that makes it necessary, and returns its id. Whether it is sent by
 * a mail server or by a person is decided later; it is never lost.
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

/** The same for many; the ids of those that were not there yet, in their order. */
export async function queueMails(tx: Queryable, mails: OutgoingMail[]): Promise<number[]> {
  if (mails.length === 0) return []
  const values = await Promise.all(
    mails.map(async (mail) => {
      if (!isEmailAddress(mail.to)) throw new Error('the email does not have exactly one valid recipient')
      return {
        messageId: `${randomUUID()}@everyday-ai`,
        kind: mail.kind,
        recipient: mail.to,
        subject: onOneLine(mail.subject),
        text: mail.text,
        html: mail.html ?? null,
        headers: mail.headers ?? {},
        onceKey: mail.onceKey ?? null,
        sealedLink: mail.link === undefined ? null : await sealLink(tx, mail.link),
        about: [...new Set(mail.about?.map((email) => email.toLowerCase()))],
        parts: mail.parts ?? null,
      }
    }),
  )
  const rows = await tx
    .insert(outboxMessages)
    .values(values)
    .onConflictDoNothing({ target: outboxMessages.onceKey })
    .returning({ id: outboxMessages.id })
  if (rows.length > 0) await enqueue(tx, 'deliver-mail', {})
  return rows.map((row) => row.id)
}

/** What stands in a header has no line of its own to smuggle. */
function onOneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}
