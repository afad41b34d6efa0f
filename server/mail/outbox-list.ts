import { and, asc, desc, eq, inArray, or, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import {
  type MailKind,
  type MailState,
  type OutboxEntry,
  type OutboxMail,
  type OutboxQuery,
  requestKinds,
  sendByOf,
} from '../../contracts/outbox.ts'
import type { Queryable } from '../db/connect.ts'
import { findNewestIds } from '../db/newest-ids.ts'
import { outboxMessages } from '../db/schema.ts'
import { enqueue } from '../jobs/queue.ts'
import { findHold, pausedUntil, withdrawn } from '../newsletter/delivery-holds.ts'
import { forgetSums } from '../newsletter/issue-list.ts'
import { withLink } from './encrypted-link.ts'
import { notUnderWay } from './outbox.ts'
import { holdLink, linkDropped, startLink } from './request-links.ts'

type Row = typeof outboxMessages.$inferSelect
const maxUrgent = 100

type OpenedRow = Row & { link: string | null }

/** Mails, newest first. `sending`: whether a mail server takes them, so that a next attempt has a time. */
export async function listOutbox(
  db: Queryable,
  query: OutboxQuery,
  sending: boolean,
): Promise<{ entries: OutboxEntry[]; next: number | undefined; total: string }> {
  const { status, kind, q, cursor, limit } = query
  if (query.urgent) return listUrgent(db, sending)
  const filter = and(status && eq(outboxMessages.status, status), kind && eq(outboxMessages.kind, kind))
  const { ids, next, total } = await findNewestIds(db, outboxMessages, { filter, q, cursor, limit })
  const rows = await db
    .select()
    .from(outboxMessages)
    .where(inArray(outboxMessages.id, ids))
    .orderBy(desc(outboxMessages.id))
  return { entries: rows.map((row) => toEntry(row, sending)), next, total }
}

/** What someone waits for and no mail server sends, by the time until which it must be sent. */
async function listUrgent(
  db: Queryable,
  sending: boolean,
): Promise<{ entries: OutboxEntry[]; next: undefined; total: string }> {
  const waiting: MailState[] = sending ? ['failed'] : ['queued', 'failed']
  const rows = await db
    .select()
    .from(outboxMessages)
    .where(and(inArray(outboxMessages.kind, [...requestKinds]), inArray(outboxMessages.status, waiting)))
    .orderBy(asc(outboxMessages.id))
    .limit(maxUrgent)
  return { entries: rows.map((row) => toEntry(row, sending)), next: undefined, total: String(rows.length) }
}

/** A mail as a person hands it over: with the link that opens something. */
export async function findMail(db: Queryable, id: number): Promise<OpenedRow | undefined> {
  const [row] = await db.select().from(outboxMessages).where(eq(outboxMessages.id, id))
  return row && withLink(db, row)
}

/** A person has sent it by themselves. False where it is not theirs to send any more. */
export function markHandedOver(db: Queryable, id: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    const values = { status: 'handed_over', sentAt: sql`now()`, problem: null }
    const changed = await change(tx, id, ['queued', 'failed'], values)
    if (changed) await startLink(tx, id)
    return changed
  })
}

/**
 * Gives a mail back to the mail server, at once, or when its issue is resumed. A newsletter for somebody who has left
 * is withdrawn instead.
 */
export async function sendAgain(db: Queryable, id: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [mail] = await tx
      .select({ kind: outboxMessages.kind })
      .from(outboxMessages)
      .where(eq(outboxMessages.id, id))
    const hold = mail?.kind === 'newsletter' ? await findHold(tx, id) : undefined
    // As it failed: resuming its issue may try this address again.
    if (hold === 'bounced') return false
    if (hold === 'left') {
      await change(tx, id, ['queued', 'failed'], withdrawn)
      return false
    }
    if (mail && requestKinds.includes(mail.kind as MailKind) && !(await holdLink(tx, id))) {
      await change(tx, id, ['queued', 'failed'], linkDropped)
      return false
    }
    const changed = await change(tx, id, ['queued', 'failed', 'handed_over'], {
      status: 'queued',
      attempts: 0,
      problem: null,
      sentAt: null,
      nextAttemptAt: hold === 'paused' ? pausedUntil : sql`now()`,
    })
    if (changed) await enqueue(tx, 'deliver-mail', {})
    return changed
  })
}

async function change(
  db: Queryable,
  id: number,
  from: MailState[],
  values: PgUpdateSetSource<typeof outboxMessages>,
): Promise<boolean> {
  const rows = await db
    .update(outboxMessages)
    .set(values)
    .where(
      and(
        eq(outboxMessages.id, id),
        inArray(outboxMessages.status, from),
        or(sql`${outboxMessages.status} <> 'queued'`, notUnderWay),
      ),
    )
    .returning({ kind: outboxMessages.kind })
  if (rows[0]?.kind === 'newsletter') await forgetSums(db, id)
  return rows.length > 0
}

function toEntry(row: Row, sending: boolean): OutboxEntry {
  const status = row.status as MailState
  const kind = row.kind as MailKind
  return {
    id: row.id,
    kind,
    to: row.recipient,
    subject: row.subject,
    status,
    attempts: row.attempts,
    problem: row.problem,
    createdAt: row.createdAt.toISOString(),
    nextAttemptAt: sending && status === 'queued' ? row.nextAttemptAt.toISOString() : null,
    sentAt: row.sentAt?.toISOString() ?? null,
    sendBy: sendByOf({ kind, status, createdAt: row.createdAt })?.toISOString() ?? null,
  }
}

export function toMail(row: OpenedRow, sending: boolean): OutboxMail {
  // What is withdrawn led somewhere once.
  const link = row.status === 'withdrawn' ? null : row.link
  return { ...toEntry(row, sending), text: row.text, html: row.html, link }
}
