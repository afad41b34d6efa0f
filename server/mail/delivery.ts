import { and, eq, inArray, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { ConnectionSource, MailServer } from '../connected-services.ts'
import type { Database } from '../db/connect.ts'
import { outboxMessages } from '../db/schema/mail.ts'
import type { SiteSource } from '../http/app.ts'
import { enqueue } from '../jobs/queue.ts'
import { composeMail } from './compose.ts'
import { withLink } from './encrypted-link.ts'
import type { KindHooks, MailHooks } from './mail-hooks.ts'
import type { MailLimits } from './mail-limits.ts'
import { heldUntil } from './outbox.ts'
import { openSmtp, type Smtp } from './smtp.ts'
import { explainFault, type MailFault, type SmtpError } from './smtp-errors.ts'

export type Delivery = {
  /** Sends due emails until none is left, the mail server is unavailable, `signal` aborts, or a minute has passed. */
  deliverDue(signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

/** Emails sent at the same time. A crash can duplicate at most this many. */
const concurrency = 5
const maxRunMs = 60_000

type Row = typeof outboxMessages.$inferSelect

type Options = {
  db: Database
  connections: Pick<ConnectionSource, 'read'>
  siteSource: SiteSource
  hooks: MailHooks
  limits: MailLimits
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
}

/**
 * Sends the outbox through the mail server that is connected now. Without one, every email waits for a person to send it.
 */
export function createDelivery(options: Options): Delivery {
  const { db, connections, siteSource, limits, log } = options
  const servers = keepConnections(limits)
  /** Recipient of the last policy rejection (5.7.x); undefined after any other result. */
  let lastNotAllowed: string | undefined

  async function sendNext(signal: AbortSignal): Promise<'sent' | 'refused' | 'server-away' | 'nothing-due'> {
    const { mail: server, sender } = await connections.read()
    const row = server && (await claimNext(options))
    if (!row) return 'nothing-due'
    // An attempt that ends in a crash records no fault, so only this check stops endless crashes.
    if (row.attempts > limits.attempts) {
      await recordFault(options, row, {
        problem: 'This email couldn’t be sent, and the reason isn’t known.',
        permanent: true,
      })
      return 'refused'
    }
    const mail = composeMail(await withLink(db, row), await siteSource.read(), sender)
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
      return fault.serverAway || isSecondNotAllowed(row, fault) ? 'server-away' : 'refused'
    }
    lastNotAllowed = undefined
    await recordSent(options, row)
    log.info({ mail: row.id, kind: row.kind, attempt: row.attempts }, 'the email server accepted an email')
    return 'sent'
  }

  /** One policy rejection may be about that address. Two in a row for different addresses are about us, the sender. */
  function isSecondNotAllowed({ recipient }: Row, { notAllowed }: MailFault): boolean {
    const previous = lastNotAllowed
    lastNotAllowed = notAllowed ? recipient : undefined
    return notAllowed && previous !== undefined && previous !== recipient
  }

  return {
    async deliverDue(signal) {
      const end = Date.now() + maxRunMs
      let serverAway = false
      const run = async () => {
        while (!signal.aborted && !serverAway) {
          if (Date.now() > end) return enqueue(db, 'deliver-mail', {})
          const outcome = await sendNext(signal)
          if (outcome === 'nothing-due') return
          serverAway ||= outcome === 'server-away'
        }
      }
      // Waits for all runs before throwing, so that none continues unobserved.
      const runs = await Promise.allSettled(Array.from({ length: concurrency }, run))
      await servers.closeAllBut((await connections.read()).mail)
      for (const { status, ...rest } of runs) if (status === 'rejected' && 'reason' in rest) throw rest.reason
    },
    close: () => servers.closeAllBut(undefined),
  }
}

/** Keeps connections to mail servers open, by their settings. There are several only while those change. */
function keepConnections(limits: MailLimits) {
  const open = new Map<string, Promise<Smtp>>()
  return {
    connectTo(server: MailServer): Promise<Smtp> {
      const key = JSON.stringify(server)
      const known = open.get(key)
      if (known) return known
      const smtp = openSmtp(server, limits)
      open.set(key, smtp)
      smtp.catch(() => open.delete(key))
      return smtp
    },
    async closeAllBut(server: MailServer | undefined): Promise<void> {
      const kept = JSON.stringify(server)
      for (const [key, smtp] of open)
        if (key !== kept) {
          open.delete(key)
          await smtp.then(
            (connection) => connection.close(),
            () => undefined,
          )
        }
    },
  }
}

/** Claims the next due email: no other process gets it for longer than one attempt can take. */
async function claimNext({ db, limits }: Options): Promise<Row | undefined> {
  const due = db
    .select({ id: outboxMessages.id })
    .from(outboxMessages)
    .where(and(eq(outboxMessages.status, 'queued'), sql`${outboxMessages.nextAttemptAt} <= now()`, isNext))
    .orderBy(outboxMessages.nextAttemptAt, outboxMessages.id)
    .limit(1)
    .for('update', { skipLocked: true })
  const [row] = await db
    .update(outboxMessages)
    .set({
      attempts: sql`${outboxMessages.attempts} + 1`,
      problem: null,
      nextAttemptAt: sql`now() + ${limits.lease} * interval '1 millisecond'`,
    })
    .where(eq(outboxMessages.id, sql`(${due})`))
    .returning()
  return row
}

/** False while an earlier email that must arrive first is queued. One that has failed for good holds up nothing. */
const isNext = sql`not exists (select from ${outboxMessages} as earlier
  where earlier.order_key = ${outboxMessages.orderKey} and earlier.status = 'queued'
    and earlier.id < ${outboxMessages.id} and lower(earlier.recipient) = lower(${outboxMessages.recipient}))`

async function recordSent({ db, hooks }: Options, row: Row): Promise<void> {
  const kindHooks = hooksOf(hooks, row)
  await db.transaction(async (tx) => {
    await tx
      .update(outboxMessages)
      .set({ status: 'sent', sentAt: sql`now()`, problem: null })
      // An email that was withdrawn during the attempt has been sent nevertheless.
      .where(and(eq(outboxMessages.id, row.id), inArray(outboxMessages.status, ['queued', 'withdrawn'])))
    await kindHooks.onSent?.(tx, row.id)
  })
  await kindHooks.onAccepted?.(db, row.id)
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
      await enqueue(tx, 'deliver-mail', {}, nextAttemptAt)
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
