import { and, eq, inArray, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { type MailKind, requestKinds } from '../../contracts/outbox.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/connect.ts'
import { outboxMessages } from '../db/schema.ts'
import { enqueue } from '../jobs/queue.ts'
import { findHold, pausedUntil, withdrawn } from '../newsletter/delivery-holds.ts'
import { noteRefused, noteTaken } from '../newsletter/send-issue.ts'
import type { SiteSource } from '../settings/site-source.ts'
import { composeMail } from './compose.ts'
import { withLink } from './encrypted-link.ts'
import type { MailLimits } from './mail-limits.ts'
import { startLink } from './request-links.ts'
import { openSmtp, type Smtp } from './smtp.ts'
import { explainFault, type MailFault, type SmtpError } from './smtp-errors.ts'

export type Delivery = {
  /** Sends what is due until nothing is, the email server is away, the signal is given or a minute is over. */
  deliverDue(signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

/** Mails under way at once; after a crash exactly these may arrive twice. */
const atOnce = 5
const maxRunMs = 60_000

type Row = typeof outboxMessages.$inferSelect

type Options = {
  config: Config
  db: Database
  siteSource: SiteSource
  limits: MailLimits
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
}

/** Hands the outbox to the email server; without SMTP_URL every mail waits there for a person. */
export function createDelivery({ config, db, siteSource, limits, log }: Options): Delivery {
  const { smtpUrl } = config.mail
  let smtp: Promise<Smtp> | undefined
  /** To whom the last mail was not allowed; nobody, where the last one met anything else. */
  let lastNotAllowed: string | undefined

  async function sendNext(signal: AbortSignal): Promise<'sent' | 'refused' | 'server-away' | 'nothing-due'> {
    const row = await claim()
    if (!row) return 'nothing-due'
    // Only attempts that ended without a word, a crash each time, come this far.
    if (row.attempts > limits.attempts) {
      await recordFault(row, {
        problem: 'This email couldn’t be sent, and the reason isn’t known.',
        permanent: true,
      })
      return 'refused'
    }
    smtp ??= openSmtp(smtpUrl ?? '', limits)
    const mail = composeMail(await withLink(db, row), await siteSource.read(), config.mail.from)
    try {
      await (await smtp).send(mail)
    } catch (caught) {
      const error = caught as SmtpError
      const fault = explainFault(error)
      // The process is ending: its connections were cut, and the lease sends the mail again.
      if (!signal.aborted || fault.permanent) await recordFault(row, fault)
      log.warn(
        { mail: row.id, code: error.code, answer: error.responseCode, attempt: row.attempts },
        'an email was not sent',
      )
      return fault.serverAway || isSecondNotAllowed(row, fault) ? 'server-away' : 'refused'
    }
    lastNotAllowed = undefined
    await db.transaction(async (tx) => {
      await tx
        .update(outboxMessages)
        .set({ status: 'sent', sentAt: sql`now()`, problem: null })
        // Withdrawn while it was under way, it has gone all the same.
        .where(and(eq(outboxMessages.id, row.id), inArray(outboxMessages.status, ['queued', 'withdrawn'])))
      if (requestKinds.includes(row.kind as MailKind)) await startLink(tx, row.id)
    })
    if (row.kind === 'newsletter') await noteTaken(db, row.id)
    log.info({ mail: row.id, kind: row.kind, attempt: row.attempts }, 'the email server accepted an email')
    return 'sent'
  }

  /** One address may be closed to us, and the mails to others go on; two in a row show that the server is. */
  function isSecondNotAllowed({ recipient }: Row, { notAllowed }: MailFault): boolean {
    const before = lastNotAllowed
    lastNotAllowed = notAllowed ? recipient : undefined
    return notAllowed && before !== undefined && before !== recipient
  }

  /** Takes the next mail for as long as an attempt can last. */
  async function claim(): Promise<Row | undefined> {
    const due = db
      .select({ id: outboxMessages.id })
      .from(outboxMessages)
      .where(and(eq(outboxMessages.status, 'queued'), sql`${outboxMessages.nextAttemptAt} <= now()`))
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

  async function recordFault(
    row: Row,
    { problem, permanent, badAddress }: Partial<MailFault>,
  ): Promise<void> {
    const queued = and(eq(outboxMessages.id, row.id), eq(outboxMessages.status, 'queued'))
    if (permanent || row.attempts >= limits.attempts) {
      await db.transaction(async (tx) => {
        await tx.update(outboxMessages).set({ status: 'failed', problem }).where(queued)
        if (row.kind === 'newsletter') await noteRefused(tx, row.id, badAddress === true)
      })
      return
    }
    const nextAttemptAt = new Date(Date.now() + pauseAfter(row.attempts, limits))
    await db.transaction(async (tx) => {
      // While it was under way, neither a pause nor who left could hold it back.
      const hold = row.kind === 'newsletter' ? await findHold(tx, row.id) : undefined
      if (hold) {
        const values = hold === 'paused' ? { problem, nextAttemptAt: pausedUntil } : withdrawn
        await tx.update(outboxMessages).set(values).where(queued)
        return
      }
      await tx.update(outboxMessages).set({ problem, nextAttemptAt }).where(queued)
      await enqueue(tx, 'deliver-mail', {}, nextAttemptAt)
    })
  }

  return {
    async deliverDue(signal) {
      if (!smtpUrl) return
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
      // All of them end before an error is told, so that none works on unseen.
      const runs = await Promise.allSettled(Array.from({ length: atOnce }, run))
      for (const { status, ...rest } of runs) if (status === 'rejected' && 'reason' in rest) throw rest.reason
    },
    async close() {
      const open = await smtp
      open?.close()
    },
  }
}

/** Twice as long each time, and up to a fifth more or less, so that mails that failed together do not stay together. */
function pauseAfter(attempts: number, { firstPause, maxPause }: MailLimits): number {
  return Math.min(firstPause * 2 ** (attempts - 1), maxPause) * (0.8 + Math.random() * 0.4)
}
