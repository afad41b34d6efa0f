import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Config } from '../../../core/config.ts'
import { rights } from '../../../core/contract/roles.ts'
import { type ConnectionSource, sendsByHand } from '../../../core/server/connected-services.ts'
import type { Database, Queryable } from '../../../core/server/db/connect.ts'
import { outboxMessages } from '../../../core/server/db/schema/mail.ts'
import type { Delivery } from '../../../core/server/mail/delivery.ts'
import type { WriteEmail } from '../../../core/server/mail/email-templates.ts'
import { mailLimits } from '../../../core/server/mail/mail-limits.ts'
import { mailKind, queueMails } from '../../../core/server/mail/outbox.ts'
import type { Feature } from '../../manifest/feature.ts'
import { readSite } from '../../site/server/settings/site-source.ts'
import { listSections } from '../../site/server/site-content/sections.ts'
import { newsletterPaths } from '../contract/newsletter-paths.ts'
import { newsletterCopies, newsletterIssues, newsletterSubscriptions } from '../schema.ts'
import { sumUpIssues } from './issue-list.ts'
import { deliverNewsletters, startDueIssues } from './issues.ts'
import { tokenMark } from './write-issue.ts'

export const newsletterMail = mailKind('newsletter', 'Newsletter', 11, {
  role: rights.sendToLists,
  isPublic: true,
  resendRefusal:
    'This email is being sent right now, was already sent, was canceled, or its reader no longer gets the newsletter.',
})

/** Number of copies written in one transaction */
const batchSize = 50

type Deps = {
  db: Database
  config: Config
  connections: ConnectionSource
  delivery: Pick<Delivery, 'deliverBulk'>
  signal: AbortSignal
  writeEmail: WriteEmail
  features: Feature[]
}

/**
 * Job: starts the issues that are due, sends the open ones and stores the counts of finished ones. A copy and its email are
 * written in one transaction, so that a crash neither loses nor repeats a copy.
 */
export async function sendNewsletters(deps: Deps): Promise<void> {
  const { db, config, features, writeEmail } = deps
  await startDueIssues(db, async () => {
    const site = await readSite(db, config.site, listSections(features))
    return { writeEmail, site }
  })
  const refill = () => queueCopies(deps)
  await refill()
  await deps.delivery.deliverBulk(deliverNewsletters, deps.signal, refill)
  await sumUpIssues(db)
}

/**
 * Writes copies into the outbox, each with its own links, until `mailLimits.refill` wait there; without a mail server, all
 * of them. Returns false if there were none to write.
 */
async function queueCopies({ db, config, connections, signal }: Deps): Promise<boolean> {
  const { finishedAt, pausedAt, startsAt } = newsletterIssues
  const isOpen = and(isNull(finishedAt), isNull(pausedAt), isNull(startsAt))
  const open = await db
    .select({ id: newsletterIssues.id })
    .from(newsletterIssues)
    .where(isOpen)
    .orderBy(newsletterIssues.id)
  const byHand = await sendsByHand(connections)
  let hasWritten = false
  for (const { id } of open) {
    let outcome = 'more'
    while (outcome === 'more' && !signal.aborted) {
      outcome = await db.transaction(async (tx) => {
        const [issue] = await tx
          .select()
          .from(newsletterIssues)
          .where(eq(newsletterIssues.id, id))
          .for('update', { skipLocked: true })
        if (!issue || issue.pausedAt || issue.finishedAt) return 'over'
        if (!byHand && (await countQueued(tx, id)) >= mailLimits.refill) return 'enough'
        return writeCopies(tx, issue, config.publicUrl)
      })
      hasWritten ||= outcome === 'more'
    }
  }
  return hasWritten
}

async function writeCopies(
  tx: Queryable,
  issue: typeof newsletterIssues.$inferSelect,
  publicUrl: string,
): Promise<'more' | 'over'> {
  const rows = await tx
    .select({
      id: newsletterSubscriptions.id,
      email: newsletterSubscriptions.email,
      token: newsletterSubscriptions.token,
      isActive: newsletterSubscriptions.isActive,
    })
    .from(newsletterCopies)
    .innerJoin(newsletterSubscriptions, eq(newsletterSubscriptions.id, newsletterCopies.subscriptionId))
    .where(and(eq(newsletterCopies.issueId, issue.id), isNull(newsletterCopies.settledAt)))
    .orderBy(newsletterSubscriptions.id)
    .limit(batchSize)
    // A simultaneous unsubscribe waits until these emails are queued and then withdraws the person's own email.
    .for('share', { of: newsletterSubscriptions })
  if (rows.length === 0) {
    await tx.update(newsletterIssues).set({ finishedAt: sql`now()` }).where(eq(newsletterIssues.id, issue.id))
    return 'over'
  }
  const recipients = rows.filter((row) => row.isActive)
  const ids = await queueMails(
    tx,
    recipients.map(({ email, token }) => ({
      kind: newsletterMail,
      to: email,
      subject: issue.subject,
      text: issue.text.replaceAll(tokenMark, token),
      html: issue.html.replaceAll(tokenMark, token),
      headers: {
        'List-Unsubscribe': `<${publicUrl}${newsletterPaths.unsubscribe(token)}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    })),
    // The job that writes them delivers them, too.
    null,
  )
  const written = rows.map(({ id }) => {
    const index = recipients.findIndex((recipient) => recipient.id === id)
    return sql`(${id}::int, ${ids[index] ?? null}::int)`
  })
  await tx.execute(sql`
    update newsletter_copies set message_id = written.message_id, settled_at = now()
    from (values ${sql.join(written, sql`, `)}) as written (subscription_id, message_id)
    where issue_id = ${issue.id} and newsletter_copies.subscription_id = written.subscription_id`)
  return 'more'
}

async function countQueued(tx: Queryable, issueId: number): Promise<number> {
  const [row] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(newsletterCopies)
    .innerJoin(outboxMessages, eq(outboxMessages.id, newsletterCopies.messageId))
    .where(and(eq(newsletterCopies.issueId, issueId), eq(outboxMessages.status, 'queued')))
  return row?.count ?? 0
}
