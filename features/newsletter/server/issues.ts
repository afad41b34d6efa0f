import { and, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import type { ActingUser, Actor } from '../../../core/server/activity/record-activity.ts'
import type { Database, Queryable } from '../../../core/server/db/connect.ts'
import { oneRow } from '../../../core/server/db/one-row.ts'
import { RequestProblem } from '../../../core/server/errors.ts'
import { enqueue, type Job } from '../../../core/server/jobs/queue.ts'
import type { WriteEmail } from '../../../core/server/mail/email-templates.ts'
import { queueMail, testMail } from '../../../core/server/mail/outbox.ts'
import { holdMails, releaseMails, requeueMails } from '../../../core/server/mail/unsent-mails.ts'
import type { IssueRequest } from '../contract/newsletter.ts'
import { newsletterIssues, newsletterSubscriptions } from '../schema.ts'
import { recordActivity } from './actions.ts'
import { maxRefused } from './issue-list.ts'
import { reactivateBounced } from './subscriptions.ts'
import { refuse, type Writing, writeIssue } from './write-issue.ts'

export const deliverNewsletters: Job = {
  name: 'send-newsletter',
  seconds: 300,
  cron: '* * * * *',
  atStart: true,
}

/**
 * Sends an issue to all subscribers who have not had its post, or schedules it.
 * @throws RequestProblem if no one would get it, or it is being sent
 */
export async function startIssue(
  db: Queryable,
  { startsAt, ...plan }: IssueRequest,
  by: ActingUser & { username: string },
  writing: Writing,
): Promise<void> {
  const isLater = startsAt !== undefined && new Date(startsAt) > new Date()
  const email = await writeIssue(db, isLater ? { ...plan, startsAt } : plan, writing)
  const { postId } = plan
  await db.transaction(async (tx) => {
    // Without this lock, a double click would start two issues.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('newsletter issue', 0))`)
    await refuseAgain(tx, postId, email)
    const audience = await countAudience(tx, postId)
    if (audience.recipients === 0) throw refuse(describeNoOne(audience))
    const values = { postId, ...email, startedBy: by.username }
    const { id } = oneRow(
      await tx
        .insert(newsletterIssues)
        .values(isLater ? { ...values, startsAt: new Date(startsAt), plan } : values)
        .returning({ id: newsletterIssues.id }),
    )
    const about = ['issue', id] as const
    if (isLater)
      return recordActivity(tx, { action: 'issue-scheduled', by, about, details: { for: startsAt } })
    await addCopies(tx, id, postId, by)
    await enqueue(tx, deliverNewsletters, {})
  })
}

type Email = { subject: string; text: string }

/** An issue without a post is recognized by its words. */
async function refuseAgain(tx: Queryable, postId: number | undefined, { subject, text }: Email) {
  const isSame =
    postId === undefined
      ? sql`${newsletterIssues.subject} = ${subject} and ${newsletterIssues.text} = ${text}
          and ${newsletterIssues.createdAt} > now() - interval '1 day'`
      : and(eq(newsletterIssues.postId, postId), isNull(newsletterIssues.finishedAt))
  const [same] = await tx.select({ startsAt: newsletterIssues.startsAt }).from(newsletterIssues).where(isSame)
  if (!same) return
  const what = postId === undefined ? 'issue' : 'post'
  if (same.startsAt) throw refuse(`This ${what} is already scheduled. Cancel that first.`)
  throw refuse(
    postId === undefined ? 'This issue was already sent today.' : 'This post is already being sent.',
  )
}

function describeNoOne({ had, waiting }: CopyCounts): string {
  if (waiting > 0)
    return 'Everyone who would get this post already has it, or their email is waiting in the Outbox.'
  return had > 0
    ? 'Everyone who would get it now has already had this post.'
    : 'No one has subscribed yet, so there’s no one to send it to.'
}

async function addCopies(tx: Queryable, issueId: number, postId: number | undefined, by: Actor) {
  const copies = await tx.execute(sql`
    insert into newsletter_copies (issue_id, subscription_id)
    select ${issueId}, id from newsletter_subscriptions where ${recipientsOf(postId)}`)
  const details = { copies: copies.rowCount ?? 0 }
  await recordActivity(tx, { action: 'issue-started', by, about: ['issue', issueId], details })
}

/**
 * Starts the scheduled issues whose time has come, with their posts as they are now. One whose post is not public is
 * paused.
 */
export async function startDueIssues(db: Database, readWriting: () => Promise<Writing>): Promise<void> {
  const isDue = and(lte(newsletterIssues.startsAt, sql`now()`), isNull(newsletterIssues.pausedAt))
  const due = await db.select({ id: newsletterIssues.id }).from(newsletterIssues).where(isDue)
  if (due.length === 0) return
  const writing = await readWriting()
  for (const { id } of due)
    await db.transaction(async (tx) => {
      const [issue] = await tx
        .select()
        .from(newsletterIssues)
        .where(and(eq(newsletterIssues.id, id), isDue))
        .for('update', { skipLocked: true })
      if (!issue) return
      const { plan } = issue
      const email = await writeIssue(tx, { ...plan }, writing).catch((error: unknown) => {
        if (error instanceof RequestProblem) return undefined
        throw error
      })
      if (!email) {
        await pauseIssue(tx, 'server', id)
        return
      }
      await tx
        .update(newsletterIssues)
        .set({ ...email, startsAt: null, plan: null, createdAt: sql`now()` })
        .where(eq(newsletterIssues.id, id))
      await addCopies(tx, id, plan?.postId, 'server')
    })
}

/**
 * Matches active subscribers who have not had this post. Subscribers who want one email a month are left out if they
 * were in an issue of the last 28 days, even if their email is not written yet.
 */
const recipientsOf = (postId: number | undefined) => sql`is_active
  and not exists (select from newsletter_copies
    join newsletter_issues on newsletter_issues.id = issue_id
    left join outbox_messages on outbox_messages.id = newsletter_copies.message_id
    where subscription_id = newsletter_subscriptions.id and newsletter_issues.post_id = ${postId ?? null}::int
      and (settled_at is null or outbox_messages.status in ('queued', 'sent', 'handed_over')))
  and (frequency = 'all' or not exists (select from newsletter_copies
    join newsletter_issues on newsletter_issues.id = issue_id
    where subscription_id = newsletter_subscriptions.id
      and newsletter_issues.created_at > now() - interval '28 days'))`

type CopyCounts = { had: number; waiting: number; lastSentAt: string | null }

/**
 * Counts a post's copies. Copies that are not written yet are waiting, too, unless the person has unsubscribed since.
 */
async function countCopiesOf(db: Queryable, postId: number | undefined): Promise<CopyCounts> {
  const wasSent = sql`outbox_messages.status in ('sent', 'handed_over')`
  const { rows } = await db.execute<{ had: number; waiting: number; lastSentAt: string | Date | null }>(sql`
    select count(distinct subscription_id) filter (where ${wasSent})::int as had,
      count(distinct subscription_id) filter
        (where (settled_at is null and is_active) or outbox_messages.status = 'queued')::int as waiting,
      max(sent_at) filter (where ${wasSent}) as "lastSentAt"
    from newsletter_copies
    join newsletter_issues on newsletter_issues.id = issue_id
    join newsletter_subscriptions on newsletter_subscriptions.id = subscription_id
    left join outbox_messages on outbox_messages.id = newsletter_copies.message_id
    where newsletter_issues.post_id = ${postId ?? null}::int`)
  const row = oneRow(rows)
  return { ...row, lastSentAt: row.lastSentAt === null ? null : new Date(row.lastSentAt).toISOString() }
}

/** True for an issue that has not been sent to everyone yet */
export const isUnfinished = sql`(finished_at is null or exists (select from newsletter_copies
  join outbox_messages as mails on mails.id = newsletter_copies.message_id
    where issue_id = newsletter_issues.id and status = 'queued'))`

export type Audience = CopyCounts & { recipients: number }

/** Counts the people who would get a post now, the people who have had it, and its waiting emails. */
export async function countAudience(db: Queryable, postId: number | undefined): Promise<Audience> {
  const [recipients, copies] = await Promise.all([
    db.$count(newsletterSubscriptions, recipientsOf(postId)),
    countCopiesOf(db, postId),
  ])
  return { recipients, ...copies }
}

export async function sendTestIssue(db: Queryable, email: Awaited<ReturnType<WriteEmail>>, to: string) {
  return { mailId: await queueMail(db, { kind: testMail, to, ...email, subject: `Test: ${email.subject}` }) }
}

/** Pauses an issue: holds all of its emails, including those in the outbox. Returns false if it is already paused. */
export async function pauseIssue(db: Queryable, by: Actor, id: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    const paused = await tx
      .update(newsletterIssues)
      .set({ pausedAt: sql`now()` })
      .where(and(eq(newsletterIssues.id, id), isNull(newsletterIssues.pausedAt)))
      .returning({ id: newsletterIssues.id })
    if (paused.length === 0) return false
    await holdMails(tx, copiesOf(id))
    await recordActivity(tx, { action: 'issue-paused', by, about: ['issue', id] })
    return true
  })
}

/**
 * Resumes an issue. If it paused because the mail server refused us, its refused emails are sent again.
 * @throws RequestProblem if its time has come, but it may not be sent
 */
export async function resumeIssue(
  db: Queryable,
  by: ActingUser,
  id: number,
  writing: Writing,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { refusedInRow, startsAt, plan } = newsletterIssues
    const [paused] = await tx
      .select({ refusedInRow, startsAt, plan })
      .from(newsletterIssues)
      .where(and(eq(newsletterIssues.id, id), isNotNull(newsletterIssues.pausedAt)))
      .for('update')
    if (!paused) return false
    if (paused.startsAt && paused.startsAt <= new Date()) await writeIssue(tx, { ...paused.plan }, writing)
    if (paused.refusedInRow >= maxRefused) await requeueRefused(tx, id)
    await tx
      .update(newsletterIssues)
      .set({ pausedAt: null, refusedInRow: 0, sums: null })
      .where(eq(newsletterIssues.id, id))
    await releaseMails(tx, copiesOf(id))
    await enqueue(tx, deliverNewsletters, {})
    await recordActivity(tx, { action: 'issue-resumed', by, about: ['issue', id] })
    return true
  })
}

/** Deletes a scheduled issue. Returns false if it has started. */
export async function cancelIssue(db: Queryable, by: ActingUser, id: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    const isScheduled = and(eq(newsletterIssues.id, id), isNotNull(newsletterIssues.startsAt))
    const { rowCount } = await tx.delete(newsletterIssues).where(isScheduled)
    if (!rowCount) return false
    await recordActivity(tx, { action: 'issue-canceled', by, about: ['issue', id] })
    return true
  })
}

/** Reactivates addresses that bounced after the last accepted email, because those refusals were not their fault. */
async function requeueRefused(tx: Queryable, issueId: number): Promise<void> {
  // Only emails with an attempt. Those without one were stopped by a restore, so they may have been sent already.
  const refused = sql`(select subscription_id from newsletter_copies
    join outbox_messages on outbox_messages.id = newsletter_copies.message_id
    where issue_id = ${issueId} and status = 'failed' and attempts > 0)`
  const lastAccepted = sql`(select coalesce(max(sent_at), '-infinity') from outbox_messages
    join newsletter_copies on newsletter_copies.message_id = outbox_messages.id
    where issue_id = ${issueId} and status = 'sent')`
  await reactivateBounced(
    tx,
    sql`${newsletterSubscriptions.id} in ${refused} and ${newsletterSubscriptions.endedAt} >= ${lastAccepted}`,
  )
  await requeueMails(
    tx,
    sql`id in (select message_id from newsletter_copies
      join newsletter_subscriptions on newsletter_subscriptions.id = subscription_id
      where issue_id = ${issueId} and is_active)`,
  )
}

const copiesOf = (issueId: number) =>
  sql`id in (select message_id from newsletter_copies where issue_id = ${issueId})`

/** A post that was sent stays when its import is undone. */
export async function refuseUndo(tx: Queryable, postId: number): Promise<string | undefined> {
  const issues = await tx.$count(newsletterIssues, eq(newsletterIssues.postId, postId))
  return issues > 0 ? 'It was sent as a newsletter, so it stays.' : undefined
}
