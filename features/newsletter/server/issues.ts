import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Site } from '../../../core/contract/site.ts'
import { linkParts } from '../../../core/contract/text-parts.ts'
import type { ActingUser, Actor } from '../../../core/server/activity/record-activity.ts'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { oneRow } from '../../../core/server/db/one-row.ts'
import { RequestProblem } from '../../../core/server/errors.ts'
import { enqueue, type Job } from '../../../core/server/jobs/queue.ts'
import type { WriteEmail } from '../../../core/server/mail/email-templates.ts'
import { queueMail, testMail } from '../../../core/server/mail/outbox.ts'
import { holdMails, releaseMails, requeueMails } from '../../../core/server/mail/unsent-mails.ts'
import { postPaths } from '../../posts/contract/post-paths.ts'
import { findPostById } from '../../posts/server/reading/find-post.ts'
import { absoluteLinks } from '../../posts/server/rendering/absolute-links.ts'
import { toPortableHtml } from '../../posts/server/rendering/blocks/portable-blocks.ts'
import { newsletterPaths } from '../contract/newsletter-paths.ts'
import { newsletterIssues, newsletterSubscriptions } from '../schema.ts'
import { recordActivity } from './actions.ts'
import { maxRefused } from './issue-list.ts'
import { reactivateBounced } from './subscriptions.ts'

export const deliverNewsletters: Job = {
  name: 'send-newsletter',
  seconds: 300,
  cron: '* * * * *',
  atStart: true,
}

/** Placeholder in text and HTML for the subscriber's token */
export const tokenMark = 'subscription-token'

type Writing = { writeEmail: WriteEmail; site: Site }

const refuse = (detail: string) => new RequestProblem('not-accepted', { detail })

/** A button as in core/emails/email-template.tsx: some versions of Outlook ignore a link's background and padding. */
const emailButton = (link: string) =>
  `<table role="presentation" cellpadding="0" cellspacing="0" class="action"><tbody><tr><td class="button">${link}</td></tr></tbody></table>`

/**
 * Writes the email of a post, with `tokenMark` in its links instead of a subscriber's token.
 * @throws RequestProblem if it may not be sent
 */
export async function writeIssue(db: Queryable, postId: number, { writeEmail, site }: Writing) {
  if (site.postalAddress.trim() === '')
    throw refuse(
      'By law, newsletters must include a postal address. Add yours under Settings > Organization.',
    )
  const post = await findPostById(db, postId)
  const isPublic = post?.isPublished && !post.deletedAt && new Date(post.publishedAt) <= new Date()
  if (!isPublic || post.kind !== 'post') throw refuse('Only a published post can be sent. Publish it first.')
  return writeEmail({
    template: 'newsletterIssue',
    props: {
      title: post.title,
      author: post.author,
      html: absoluteLinks(
        toPortableHtml(linkParts(post.content, site.publicUrl + postPaths.post(post.slug)), {
          button: emailButton,
        }),
        site.publicUrl,
      ),
      postUrl: site.publicUrl + postPaths.post(post.slug),
      manageUrl: site.publicUrl + newsletterPaths.manage(tokenMark),
    },
  })
}

/**
 * Starts an issue: sends the post to all subscribers who have not had it. Returns the issue's id.
 * @throws RequestProblem if no one would get it, or it is being sent
 */
export async function startIssue(
  db: Queryable,
  postId: number,
  by: ActingUser & { username: string },
  writing: Writing,
): Promise<number> {
  const email = await writeIssue(db, postId, writing)
  return db.transaction(async (tx) => {
    // Without this lock, a double click would start two issues.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('newsletter issue', 0))`)
    const isSending = and(eq(newsletterIssues.postId, postId), isNull(newsletterIssues.finishedAt))
    if ((await tx.$count(newsletterIssues, isSending)) > 0) throw refuse('This post is already being sent.')
    const issue = oneRow(
      await tx
        .insert(newsletterIssues)
        .values({ postId, ...email, startedBy: by.username })
        .returning({ id: newsletterIssues.id }),
    )
    const copies = await tx.execute(sql`
      insert into newsletter_copies (issue_id, subscription_id)
      select ${issue.id}, id from newsletter_subscriptions where ${recipientsOf(postId)}`)
    if (copies.rowCount === 0) {
      const { had, waiting } = await countCopiesOf(tx, postId)
      if (waiting > 0)
        throw refuse(
          'Everyone who would get this post already has it, or their email is waiting in the Outbox.',
        )
      throw refuse(
        had > 0
          ? 'Everyone who would get it now has already had this post.'
          : 'No one has subscribed yet, so there’s no one to send it to.',
      )
    }
    await enqueue(tx, deliverNewsletters, {})
    await recordActivity(tx, {
      action: 'issue-started',
      by,
      about: ['issue', issue.id],
      details: { copies: copies.rowCount ?? 0 },
    })
    return issue.id
  })
}

/**
 * Matches active subscribers who have not had this post. Subscribers who want one email a month are left out if they
 * were in an issue of the last 28 days, even if their email is not written yet.
 */
const recipientsOf = (postId: number) => sql`is_active
  and not exists (select from newsletter_copies
    join newsletter_issues on newsletter_issues.id = issue_id
    left join outbox_messages on outbox_messages.id = newsletter_copies.message_id
    where subscription_id = newsletter_subscriptions.id and newsletter_issues.post_id = ${postId}
      and (settled_at is null or outbox_messages.status in ('queued', 'sent', 'handed_over')))
  and (frequency = 'all' or not exists (select from newsletter_copies
    join newsletter_issues on newsletter_issues.id = issue_id
    where subscription_id = newsletter_subscriptions.id
      and newsletter_issues.created_at > now() - interval '28 days'))`

type CopyCounts = { had: number; waiting: number; lastSentAt: string | null }

/**
 * Counts a post's copies. Copies that are not written yet are waiting, too, unless the person has unsubscribed since.
 */
async function countCopiesOf(db: Queryable, postId: number): Promise<CopyCounts> {
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
    where newsletter_issues.post_id = ${postId}`)
  const row = oneRow(rows)
  return { ...row, lastSentAt: row.lastSentAt === null ? null : new Date(row.lastSentAt).toISOString() }
}

/** True for an issue that has not been sent to everyone yet */
export const isUnfinished = sql`(finished_at is null or exists (select from newsletter_copies
  join outbox_messages as mails on mails.id = newsletter_copies.message_id
    where issue_id = newsletter_issues.id and status = 'queued'))`

export type Audience = CopyCounts & { recipients: number }

/** Counts the people who would get a post now, the people who have had it, and its waiting emails. */
export async function countAudience(db: Queryable, postId: number): Promise<Audience> {
  const [recipients, copies] = await Promise.all([
    db.$count(newsletterSubscriptions, recipientsOf(postId)),
    countCopiesOf(db, postId),
  ])
  return { recipients, ...copies }
}

export async function sendTestIssue(db: Queryable, postId: number, to: string, writing: Writing) {
  const email = await writeIssue(db, postId, writing)
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

/** Resumes an issue. If it paused because the mail server refused us, its refused emails are sent again. */
export async function resumeIssue(db: Queryable, by: ActingUser, id: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [paused] = await tx
      .select({ refusedInRow: newsletterIssues.refusedInRow })
      .from(newsletterIssues)
      .where(and(eq(newsletterIssues.id, id), isNotNull(newsletterIssues.pausedAt)))
      .for('update')
    if (!paused) return false
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
