import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Issue } from '../../contracts/newsletter.ts'
import { paths } from '../../contracts/paths.ts'
import type { Site } from '../../contracts/site.ts'
import type { Config } from '../config.ts'
import type { Database, Queryable } from '../db/connect.ts'
import { newsletterCopies, newsletterIssues, newsletterSubscriptions, outboxMessages } from '../db/schema.ts'
import { enqueue } from '../jobs/queue.ts'
import type { WriteLetter } from '../mail/letters.ts'
import { queueMail, queueMails } from '../mail/outbox.ts'
import { absoluteLinks } from '../posts/absolute-links.ts'
import { findPostById } from '../posts/post-lists.ts'

/** Copies written in one transaction, and how many wait in the outbox before more are written. */
const batch = 50
const mostQueued = 100
const pauseBetween = 3000

/** Stands in text and HTML for the subscriber's token until a copy is written. */
const tokenMark = 'subscription-token'

/** Until a pause is over. */
const notNow = sql`'9999-01-01'::timestamptz`

type Writing = { writeLetter: WriteLetter; site: Site }

export type Refusal = 'no-postal-address' | 'not-public' | 'nobody' | 'already-sending'

/** What goes out for a post, before each copy gets its own links. */
export async function writeIssue(db: Queryable, postId: number, { writeLetter, site }: Writing) {
  if (site.postalAddress.trim() === '') return 'no-postal-address' as const
  const post = await findPostById(db, postId)
  if (!post?.isPublished || post.deletedAt || new Date(post.publishedAt) > new Date())
    return 'not-public' as const
  return writeLetter({
    letter: 'newsletterIssue',
    props: {
      title: post.title,
      author: post.author,
      html: absoluteLinks(post.content, site.publicUrl),
      postUrl: site.publicUrl + paths.post(post.slug),
      manageUrl: site.publicUrl + paths.newsletterManage(tokenMark),
    },
  })
}

/** Starts sending to everyone who is subscribed now; the issue's number, or why not. */
export async function startIssue(
  db: Queryable,
  postId: number,
  startedBy: string,
  writing: Writing,
): Promise<number | Refusal> {
  const letter = await writeIssue(db, postId, writing)
  if (typeof letter === 'string') return letter
  return db.transaction(async (tx) => {
    // Two clicks are one issue.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('newsletter issue', 0))`)
    const sending = await tx
      .select({ id: newsletterIssues.id })
      .from(newsletterIssues)
      .where(
        and(
          eq(newsletterIssues.postId, postId),
          sql`(${newsletterIssues.finishedAt} is null or ${newsletterIssues.createdAt} > now() - interval '1 hour')`,
        ),
      )
    if (sending.length > 0) return 'already-sending'
    const [issue] = await tx
      .insert(newsletterIssues)
      .values({ postId, ...letter, startedBy })
      .returning({ id: newsletterIssues.id })
    if (!issue) throw new Error('an insert returned no row')
    const copies = await tx.execute(sql`
      insert into newsletter_copies (issue_id, subscription_id)
      select ${issue.id}, id from newsletter_subscriptions where ${recipients}`)
    if (copies.rowCount === 0) {
      await tx.delete(newsletterIssues).where(eq(newsletterIssues.id, issue.id))
      return 'nobody'
    }
    await enqueue(tx, 'send-newsletter', { issueId: issue.id })
    return issue.id
  })
}

/** Who is active; of those who want one mail a month, who got none in the last 28 days. */
const recipients = sql`is_active and (frequency = 'all' or not exists (
  select from newsletter_copies join outbox_messages on outbox_messages.id = newsletter_copies.message_id
  where subscription_id = newsletter_subscriptions.id and outbox_messages.created_at > now() - interval '28 days'))`

export async function countRecipients(db: Queryable): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from newsletter_subscriptions where ${recipients}`,
  )
  return rows[0]?.count ?? 0
}

export async function sendTestIssue(db: Queryable, postId: number, to: string, writing: Writing) {
  const letter = await writeIssue(db, postId, writing)
  if (typeof letter === 'string') return letter
  await queueMail(db, { kind: 'test', to, ...letter, subject: `Test: ${letter.subject}` })
  return 'queued' as const
}

/**
 * Writes the next copies into the outbox, each with its own links, and comes back for more until all are there. A copy
 * and its mail are written in one transaction, so that after a crash none is missing and none is there twice.
 */
export async function sendIssue(
  { db, config, signal }: { db: Database; config: Config; signal: AbortSignal },
  issueId: number,
): Promise<void> {
  while (!signal.aborted) {
    const outcome = await db.transaction(async (tx) => {
      const [issue] = await tx
        .select()
        .from(newsletterIssues)
        .where(eq(newsletterIssues.id, issueId))
        .for('update', { skipLocked: true })
      if (!issue || issue.pausedAt || issue.finishedAt) return 'over'
      if (config.mail.smtpUrl && (await countQueued(tx, issueId)) >= mostQueued) return 'wait'
      return writeCopies(tx, issue, config.publicUrl)
    })
    if (outcome === 'over') return
    if (outcome === 'wait') break
  }
  await enqueue(db, 'send-newsletter', { issueId }, new Date(Date.now() + pauseBetween))
}

/** Takes up what a crash has left. */
export async function sendOpenIssues(deps: Parameters<typeof sendIssue>[0]): Promise<void> {
  const open = await deps.db
    .select({ id: newsletterIssues.id })
    .from(newsletterIssues)
    .where(and(isNull(newsletterIssues.finishedAt), isNull(newsletterIssues.pausedAt)))
  for (const { id } of open) await sendIssue(deps, id)
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
    .limit(batch)
  if (rows.length === 0) {
    await tx.update(newsletterIssues).set({ finishedAt: sql`now()` }).where(eq(newsletterIssues.id, issue.id))
    return 'over'
  }
  const leaving = rows.filter((row) => row.isActive)
  const ids = await queueMails(
    tx,
    leaving.map(({ email, token }) => ({
      kind: 'newsletter' as const,
      to: email,
      subject: issue.subject,
      text: issue.text.replaceAll(tokenMark, token),
      html: issue.html.replaceAll(tokenMark, token),
      headers: {
        'List-Unsubscribe': `<${publicUrl}${paths.newsletterUnsubscribe(token)}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    })),
  )
  const written = sql.join(
    leaving.map((row, index) => sql`(${row.id}::int, ${ids[index] ?? null}::int)`),
    sql`, `,
  )
  if (leaving.length > 0)
    await tx.execute(sql`
      update newsletter_copies set message_id = written.message_id
      from (values ${written}) as written (subscription_id, message_id)
      where issue_id = ${issue.id} and newsletter_copies.subscription_id = written.subscription_id`)
  await tx
    .update(newsletterCopies)
    .set({ settledAt: sql`now()` })
    .where(
      and(
        eq(newsletterCopies.issueId, issue.id),
        inArray(
          newsletterCopies.subscriptionId,
          rows.map((row) => row.id),
        ),
      ),
    )
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

/** No further mail of it leaves, also of those that wait in the outbox; false where it is over already. */
export async function pauseIssue(db: Queryable, id: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    const paused = await tx
      .update(newsletterIssues)
      .set({ pausedAt: sql`now()` })
      .where(and(eq(newsletterIssues.id, id), isNull(newsletterIssues.pausedAt)))
      .returning({ id: newsletterIssues.id })
    if (paused.length === 0) return false
    // Those under way right now go out.
    await tx
      .update(outboxMessages)
      .set({ nextAttemptAt: notNow })
      .where(
        and(waitingOf(id), sql`(${outboxMessages.attempts} = 0 or ${outboxMessages.problem} is not null)`),
      )
    return true
  })
}

export async function resumeIssue(db: Queryable, id: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    const resumed = await tx
      .update(newsletterIssues)
      .set({ pausedAt: null })
      .where(and(eq(newsletterIssues.id, id), sql`${newsletterIssues.pausedAt} is not null`))
      .returning({ id: newsletterIssues.id })
    if (resumed.length === 0) return false
    await tx
      .update(outboxMessages)
      .set({ nextAttemptAt: sql`now()` })
      .where(and(waitingOf(id), sql`${outboxMessages.nextAttemptAt} = ${notNow}`))
    await enqueue(tx, 'deliver-mail', {})
    await enqueue(tx, 'send-newsletter', { issueId: id })
    return true
  })
}

const waitingOf = (issueId: number) =>
  and(
    eq(outboxMessages.status, 'queued'),
    sql`${outboxMessages.id} in (select message_id from newsletter_copies where issue_id = ${issueId})`,
  )

/** The newest issues with what became of their copies. */
export async function listIssues(db: Queryable): Promise<Issue[]> {
  const rows = await db
    .select({
      id: newsletterIssues.id,
      subject: newsletterIssues.subject,
      startedBy: newsletterIssues.startedBy,
      createdAt: newsletterIssues.createdAt,
      pausedAt: newsletterIssues.pausedAt,
      finishedAt: newsletterIssues.finishedAt,
      total: sql<number>`count(${newsletterCopies.subscriptionId})::int`,
      waiting: sql<number>`(count(${newsletterCopies.subscriptionId}) filter (where ${newsletterCopies.settledAt} is null))::int`,
      queued: sql<number>`(count(*) filter (where ${outboxMessages.status} = 'queued'))::int`,
      sent: sql<number>`(count(*) filter (where ${outboxMessages.status} in ('sent', 'handed_over')))::int`,
      failed: sql<number>`(count(*) filter (where ${outboxMessages.status} = 'failed'))::int`,
    })
    .from(newsletterIssues)
    .leftJoin(newsletterCopies, eq(newsletterCopies.issueId, newsletterIssues.id))
    .leftJoin(outboxMessages, eq(outboxMessages.id, newsletterCopies.messageId))
    .groupBy(newsletterIssues.id)
    .orderBy(desc(newsletterIssues.id))
    .limit(50)
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    pausedAt: row.pausedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
  }))
}
