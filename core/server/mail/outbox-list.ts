import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import {
  type MailState,
  type OutboxEntry,
  type OutboxMail,
  type OutboxQuery,
  requestDays,
} from '../../contract/outbox.ts'
import type { Role } from '../../contract/roles.ts'
import { maxUnread } from '../../contract/unread-counts.ts'
import { countUpTo } from '../db/capped-count.ts'
import type { Queryable } from '../db/connect.ts'
import { listNewest } from '../db/newest-rows.ts'
import type { Page } from '../db/page.ts'
import { outboxMessages } from '../db/schema/mail.ts'
import { enqueue } from '../jobs/queue.ts'
import { withLink } from './encrypted-link.ts'
import { kindsFor, kindsWith, type MailHooks, type MailKind } from './mail-hooks.ts'
import { countWaitingMails, deliverMail, heldUntil, notUnderWay } from './outbox.ts'

type Row = typeof outboxMessages.$inferSelect
const maxUrgent = 100
const dayMs = 24 * 60 * 60 * 1000

type RowWithLink = Row & { link: string | null }

/** The kinds of all features, and whether a mail server is configured, so that queued emails have a next attempt */
type Outbox = { kinds: MailKind[]; sending: boolean }

/** Lists the emails that this role may see, newest first. */
export async function listOutbox(
  db: Queryable,
  outbox: Outbox,
  query: OutboxQuery,
  role: Role,
): Promise<Page<OutboxEntry>> {
  const { status, kind } = query
  if (query.urgent) return listUrgent(db, outbox, role)
  const filter = and(
    isVisibleTo(role, outbox.kinds),
    status && eq(outboxMessages.status, status),
    kind === undefined ? undefined : eq(outboxMessages.kind, kind),
  )
  const page = await listNewest(db, outboxMessages, { ...query, filter })
  return { ...page, rows: page.rows.map((row) => toEntry(row, outbox)) }
}

/** Lists emails that visitors requested and that an admin has to send, the closest deadline first. */
async function listUrgent(db: Queryable, outbox: Outbox, role: Role): Promise<Page<OutboxEntry>> {
  const waiting: MailState[] = outbox.sending ? ['failed'] : ['queued', 'failed']
  const rows = await db
    .select()
    .from(outboxMessages)
    .where(
      and(
        inArray(outboxMessages.kind, kindsWith('isRequest', outbox.kinds)),
        inArray(outboxMessages.status, waiting),
        isVisibleTo(role, outbox.kinds),
      ),
    )
    .orderBy(asc(outboxMessages.id))
    .limit(maxUrgent)
  return { rows: rows.map((row) => toEntry(row, outbox)), next: undefined, total: String(rows.length) }
}

/** Numbers of the emails that failed and, if people send them, of those that wait, up to 100 each */
export function countOpenMails(
  db: Queryable,
  { role, mailKinds, sendsByHand }: { role: Role; mailKinds: MailKind[]; sendsByHand: boolean },
) {
  const which = isVisibleTo(role, mailKinds)
  return Promise.all([
    countUpTo(db, outboxMessages, and(eq(outboxMessages.status, 'failed'), which), maxUnread),
    sendsByHand ? countWaitingMails(db, maxUnread, which) : 0,
  ])
}

/** Condition for the emails that users with this role may see; undefined if that is all of them */
function isVisibleTo(role: Role, kinds: MailKind[]) {
  const visible = kindsFor(role, kinds).map(({ name }) => name)
  return visible.length === kinds.length ? undefined : inArray(outboxMessages.kind, visible)
}

/** One email with its decrypted link, if this role may see it */
export async function findMail(
  db: Queryable,
  kinds: MailKind[],
  role: Role,
  id: number,
): Promise<RowWithLink | undefined> {
  const [row] = await db
    .select()
    .from(outboxMessages)
    .where(and(eq(outboxMessages.id, id), isVisibleTo(role, kinds)))
  return row && withLink(db, row)
}

/** Marks an email as sent by hand. Returns false if it is being sent right now, was sent, or was withdrawn. */
export function markHandedOver(db: Queryable, id: number, hooks: MailHooks): Promise<boolean> {
  return db.transaction(async (tx) => {
    const values = { status: 'handed_over' as const, sentAt: sql`now()`, problem: null }
    const kind = await changeState(tx, id, hooks, ['queued', 'failed'], values)
    if (kind) await hooks[kind]?.onSent?.(tx, id)
    return kind !== undefined
  })
}

/** Queues an email again. Returns false if that is not possible; in this case the feature may have withdrawn it. */
export async function sendAgain(db: Queryable, id: number, hooks: MailHooks): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [mail] = await tx
      .select({ kind: outboxMessages.kind })
      .from(outboxMessages)
      .where(eq(outboxMessages.id, id))
    const hold = mail && (await hooks[mail.kind]?.beforeResend?.(tx, id))
    if (hold === 'refuse') return false
    if (typeof hold === 'object') {
      const values = { status: 'withdrawn' as const, problem: hold.withdraw }
      await changeState(tx, id, hooks, ['queued', 'failed'], values)
      return false
    }
    const kind = await changeState(tx, id, hooks, ['queued', 'failed', 'handed_over'], {
      status: 'queued',
      attempts: 0,
      problem: null,
      sentAt: null,
      nextAttemptAt: hold === 'postpone' ? heldUntil : sql`now()`,
    })
    if (kind) await enqueue(tx, hooks[kind]?.bulkJob ?? deliverMail, {})
    return kind !== undefined
  })
}

/** Changes an email that is in one of the states `from` and not being sent right now. Returns its kind. */
async function changeState(
  tx: Queryable,
  id: number,
  hooks: MailHooks,
  from: MailState[],
  values: PgUpdateSetSource<typeof outboxMessages>,
): Promise<string | undefined> {
  const [changed] = await tx
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
  const kind = changed?.kind
  if (kind) await hooks[kind]?.onChanged?.(tx, id)
  return kind
}

function toEntry(row: Row, { kinds, sending }: Outbox): OutboxEntry {
  const { status, kind } = row
  // Deadline of an email that its recipient requested
  const waits = status === 'queued' || status === 'failed'
  const hasDeadline = waits && kindsWith('isRequest', kinds).includes(kind)
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
    sendBy: hasDeadline ? new Date(row.createdAt.getTime() + requestDays * dayMs).toISOString() : null,
  }
}

export function toMail(row: RowWithLink, outbox: Outbox): OutboxMail {
  // The link of a withdrawn email no longer works.
  const link = row.status === 'withdrawn' ? null : row.link
  return { ...toEntry(row, outbox), text: row.text, html: row.html, link }
}
