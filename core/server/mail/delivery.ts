import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, inArray, notInArray, type SQL, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { ConnectionSource, Connections, MailServer } from '../connected-services.ts'
import type { Database, Queryable } from '../db/connect.ts'
import { outboxMessages } from '../db/schema/mail.ts'
import type { SiteSource } from '../http/app.ts'
import { enqueue, type Job } from '../jobs/queue.ts'
import { composeMail } from './compose.ts'
import { withLink } from './encrypted-link.ts'
import type { KindHooks, MailHooks } from './mail-hooks.ts'
import type { MailLimits } from './mail-limits.ts'
import { deliverMail, heldUntil } from './outbox.ts'
import { createPace, type Pace } from './pace.ts'
import { openSmtp, type Smtp } from './smtp.ts'
import { explainFault, type MailFault, type SmtpError } from './smtp-errors.ts'

export type Delivery = ReturnType<typeof createDelivery>

const maxRunMs = 60_000
/** Ms between two claims, so that one claims several emails. A new email waits at most `lookMs`. */
const claimPauseMs = 10
const lookMs = 1000

type Row = typeof outboxMessages.$inferSelect

type Options = {
  db: Database
  connections: Pick<ConnectionSource, 'read'>
  siteSource: SiteSource
  hooks: MailHooks
  limits: MailLimits
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
}

/** Emails in bulk never delay others, because the two have separate jobs and claims. */
type Lane = {
  job: Job
  which: SQL
  pace: Pace
  /** Resolves when the state of a sent email is stored */
  record(row: Row): Promise<void>
}

/**
 * Sends the outbox through the mail server that is connected now. Without one, every email waits for a person to send it.
 * A crash can repeat the emails that are being sent or recorded: at most as many as are sent at the same time.
 */
export function createDelivery(options: Options) {
  const { db, connections, hooks, limits } = options
  const servers = keepConnections(limits)
  const attempt = createAttempts(options, servers)
  const bulkKinds = Object.keys(hooks).filter((kind) => hooks[kind]?.bulkJob)
  const others: Lane = {
    job: deliverMail,
    which: notInArray(outboxMessages.kind, bulkKinds),
    pace: createPace(limits.atOnce),
    record: (row) => recordSent(options, [row]),
  }
  const bulk: Omit<Lane, 'job'> = {
    which: inArray(outboxMessages.kind, bulkKinds),
    pace: createPace(limits.bulkAtOnce),
    record: inBatches((rows) => recordSent(options, rows)),
  }

  async function deliver(lane: Lane, signal: AbortSignal, refill: () => Promise<boolean>): Promise<void> {
    const end = Date.now() + maxRunMs
    const sending = new Set<Promise<void>>()
    const failures: unknown[] = []
    let isAway = false
    let claimed = 0
    let refilling: Promise<unknown> | undefined
    const start = (row: Row, { mail, sender }: Connections) => {
      const one = attempt(row, lane, mail, sender, signal)
        .then((hasServer) => {
          isAway ||= !hasServer
        })
        .catch((error: unknown) => void failures.push(error))
        .finally(() => sending.delete(one))
      sending.add(one)
    }
    while (!signal.aborted && !isAway && failures.length === 0) {
      if (Date.now() > end) {
        await enqueue(db, lane.job, {})
        break
      }
      const now = await connections.read()
      const free = lane.pace.limit() - sending.size
      const rows = now.mail && free > 0 ? await claim(options, lane.which, free) : []
      for (const row of rows) start(row, now)
      claimed += rows.length
      if (claimed >= limits.refill / 2) {
        claimed = 0
        refilling ??= refill()
          .catch((error: unknown) => void failures.push(error))
          .finally(() => {
            refilling = undefined
          })
      }
      if (sending.size > 0) {
        await Promise.race([...sending, sleep(lookMs, undefined, { ref: false })])
        await sleep(claimPauseMs)
      } else if (rows.length === 0 && !(await refill())) break
    }
    await Promise.all([...sending, refilling])
    if (failures.length > 0) throw failures[0]
  }

  return {
    /**
     * Sends due emails, except those in bulk, until none is left, the mail server is unavailable, `signal` aborts, or a
     * minute has passed.
     */
    deliverDue: (signal: AbortSignal) => deliver(others, signal, async () => false),
    /**
     * Does the same for emails in bulk. `refill` queues more of them and returns false if there are none. It is called when
     * half of `limits.refill` have been sent, and at the end.
     */
    deliverBulk: (job: Job, signal: AbortSignal, refill: () => Promise<boolean>) =>
      deliver({ ...bulk, job }, signal, refill),
    close: servers.close,
  }
}

/** Makes one attempt to send an email. Resolves to false if the mail server is unavailable. */
function createAttempts(options: Options, servers: ReturnType<typeof keepConnections>) {
  const { db, siteSource, limits, log } = options
  /** Recipient of the last policy rejection (5.7.x); undefined after any other result. */
  let lastNotAllowed: string | undefined

  /** One policy rejection may be about that address. Two in a row for different addresses are about us, the sender. */
  function isSecondNotAllowed({ recipient }: Row, { notAllowed }: MailFault): boolean {
    const previous = lastNotAllowed
    lastNotAllowed = notAllowed ? recipient : undefined
    return notAllowed && previous !== undefined && previous !== recipient
  }

  return async (
    row: Row,
    { pace, record }: Lane,
    server: MailServer | undefined,
    sender: Connections['sender'],
    signal: AbortSignal,
  ): Promise<boolean> => {
    if (!server) return false
    // An attempt that ends in a crash records no fault, so only this check stops endless crashes.
    if (row.attempts > limits.attempts) {
      const problem = 'This email couldn’t be sent, and the reason isn’t known.'
      await recordFault(options, row, { problem, permanent: true })
      return true
    }
    const mail = composeMail(await withLink(db, row), await siteSource.read(), sender)
    const startedAt = Date.now()
    try {
      await (await servers.connectTo(server)).send(mail)
    } catch (caught) {
      const error = caught as SmtpError
      const fault = explainFault(error, server.origin)
      // During shutdown the connection is cut on purpose. The email is sent again once its lease expires.
      if (!signal.aborted || fault.permanent) await recordFault(options, row, fault)
      log.warn(
        { mail: row.id, code: error.code, response: error.responseCode, attempt: row.attempts },
        'an email was not sent',
      )
      const canGoOn = !(fault.serverAway || fault.tooFast) || pace.slowDown(startedAt) || !fault.serverAway
      return canGoOn && !isSecondNotAllowed(row, fault)
    }
    lastNotAllowed = undefined
    pace.noteAccepted()
    await record(row)
    log.info({ mail: row.id, kind: row.kind, attempt: row.attempts }, 'the email server accepted an email')
    return true
  }
}

/** Keeps connections to the mail server open, until its settings change. */
function keepConnections(limits: MailLimits) {
  let open: { key: string; smtp: Promise<Smtp> } | undefined
  async function close(): Promise<void> {
    const smtp = open?.smtp
    open = undefined
    await smtp?.then(
      (connection) => connection.close(),
      () => undefined,
    )
  }
  return {
    connectTo(server: MailServer): Promise<Smtp> {
      const key = JSON.stringify(server)
      if (open?.key === key) return open.smtp
      void close()
      const smtp = openSmtp(server, limits)
      open = { key, smtp }
      // The next email tries again.
      smtp.catch(() => {
        if (open?.smtp === smtp) open = undefined
      })
      return smtp
    },
    close,
  }
}

/** Claims due emails: no other process gets them for longer than one attempt can take. */
async function claim({ db, limits }: Options, which: SQL, count: number): Promise<Row[]> {
  const due = db
    .select({ id: outboxMessages.id })
    .from(outboxMessages)
    .where(
      and(eq(outboxMessages.status, 'queued'), sql`${outboxMessages.nextAttemptAt} <= now()`, which, isNext),
    )
    .orderBy(outboxMessages.nextAttemptAt, outboxMessages.id)
    .limit(count)
    .for('update', { skipLocked: true })
  return db
    .update(outboxMessages)
    .set({
      attempts: sql`${outboxMessages.attempts} + 1`,
      problem: null,
      nextAttemptAt: sql`now() + ${limits.lease} * interval '1 millisecond'`,
    })
    .where(sql`${outboxMessages.id} = any(array(${due}))`)
    .returning()
}

/** False while an earlier email that must arrive first is queued. One that has failed for good holds up nothing. */
const isNext = sql`not exists (select from ${outboxMessages} as earlier
  where earlier.order_key = ${outboxMessages.orderKey} and earlier.status = 'queued'
    and earlier.id < ${outboxMessages.id} and lower(earlier.recipient) = lower(${outboxMessages.recipient}))`

async function recordSent({ db, hooks }: Options, rows: [Row, ...Row[]]): Promise<void> {
  const ids = rows.map(({ id }) => id)
  const { onSent, onAccepted } = hooksOf(hooks, rows[0])
  const write = (tx: Queryable) =>
    tx
      .update(outboxMessages)
      .set({ status: 'sent', sentAt: sql`now()`, problem: null })
      // An email that was withdrawn during the attempt has been sent nevertheless.
      .where(and(inArray(outboxMessages.id, ids), inArray(outboxMessages.status, ['queued', 'withdrawn'])))
  if (onSent)
    await db.transaction(async (tx) => {
      await write(tx)
      for (const id of ids) await onSent(tx, id)
    })
  else await write(db)
  await onAccepted?.(db, ids)
}

/** Collects rows while the ones before them are being written. */
function inBatches(write: (rows: [Row, ...Row[]]) => Promise<void>): (row: Row) => Promise<void> {
  let next: { rows: Row[]; written: Promise<void> } | undefined
  let last = Promise.resolve()
  return (row) => {
    if (next) {
      next.rows.push(row)
      return next.written
    }
    const rows: [Row, ...Row[]] = [row]
    const written = last.then(() => {
      next = undefined
      return write(rows)
    })
    last = written.catch(() => {})
    next = { rows, written }
    return written
  }
}

/** Marks the email as failed, or schedules the next attempt. */
async function recordFault(
  { db, hooks, limits }: Options,
  row: Row,
  { problem, permanent, badAddress }: Partial<MailFault>,
): Promise<void> {
  const kindHooks = hooksOf(hooks, row)
  const stillQueued = and(eq(outboxMessages.id, row.id), eq(outboxMessages.status, 'queued'))
  if (permanent || row.attempts >= limits.attempts) {
    await db.transaction(async (tx) => {
      await tx.update(outboxMessages).set({ status: 'failed', problem }).where(stillQueued)
      await kindHooks.onRefused?.(tx, row.id, badAddress === true)
    })
    return
  }
  const nextAttemptAt = new Date(Date.now() + retryDelay(row.attempts, limits))
  await db.transaction(async (tx) => {
    // While the email was being sent, the feature could not hold it, so it is asked now.
    const hold = await kindHooks.beforeRetry?.(tx, row.id)
    if (hold === undefined) {
      await tx.update(outboxMessages).set({ problem, nextAttemptAt }).where(stillQueued)
      // A job for bulk runs each minute.
      if (!kindHooks.bulkJob) await enqueue(tx, deliverMail, {}, nextAttemptAt)
      return
    }
    const values =
      hold === 'postpone'
        ? { problem, nextAttemptAt: heldUntil }
        : { status: 'withdrawn' as const, problem: hold.withdraw }
    await tx.update(outboxMessages).set(values).where(stillQueued)
  })
}

function hooksOf(hooks: MailHooks, { kind }: Row): KindHooks {
  return hooks[kind] ?? {}
}

/** Doubles with each attempt, with 20 % jitter so that emails that failed together are spread out. */
function retryDelay(attempts: number, { firstPause, maxPause }: MailLimits): number {
  return Math.min(firstPause * 2 ** (attempts - 1), maxPause) * (0.8 + Math.random() * 0.4)
}
