import { and, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Database, Queryable } from '../../../core/server/db/connect.ts'
import { withIsoTimes } from '../../../core/server/db/iso-times.ts'
import { outboxMessages } from '../../../core/server/db/schema/mail.ts'
import { displayNameOf } from '../../accounts/server/display-name.ts'
import type { Issue } from '../contract/newsletter.ts'
import { newsletterCopies, newsletterIssues } from '../schema.ts'

const maxListed = 50

/** An issue (a post as a newsletter) is paused after this many rejected emails in a row. */
export const maxRefused = 10

/** The newest issues with the counts of their copies. `sending` is true if a mail server is configured. */
export async function listIssues(db: Queryable, sending: boolean): Promise<Issue[]> {
  const issues = await db
    .select({
      id: newsletterIssues.id,
      subject: newsletterIssues.subject,
      startedBy: displayNameOf(newsletterIssues.startedBy),
      createdAt: newsletterIssues.createdAt,
      startsAt: newsletterIssues.startsAt,
      pausedAt: newsletterIssues.pausedAt,
      finishedAt: newsletterIssues.finishedAt,
      refusedInRow: newsletterIssues.refusedInRow,
      sums: newsletterIssues.sums,
    })
    .from(newsletterIssues)
    .orderBy(desc(newsletterIssues.id))
    .limit(maxListed)
  const open = issues.flatMap(({ id, sums }) => (sums ? [] : id))
  const counts = await countCopies(db, open)
  return issues.map(({ refusedInRow, sums, ...issue }) => ({
    ...withIsoTimes(issue),
    isRefused: issue.pausedAt !== null && refusedInRow >= maxRefused,
    byHand: !sending,
    ...(sums ? { ...sums, waiting: 0, queued: 0 } : (counts.get(issue.id) ?? none)),
  }))
}

/** Stores the counts of finished issues, so that listing large issues reads no copies. */
export async function sumUpIssues(db: Database): Promise<void> {
  const isOpen = and(isNotNull(newsletterIssues.finishedAt), isNull(newsletterIssues.sums))
  const open = await db.select({ id: newsletterIssues.id }).from(newsletterIssues).where(isOpen)
  for (const { id } of open)
    await db.transaction(async (tx) => {
      // Counts under the lock, because an admin may just have retried an email of this issue.
      await tx.select().from(newsletterIssues).where(eq(newsletterIssues.id, id)).for('update')
      const { waiting, queued, ...sums } = (await countCopies(tx, [id])).get(id) ?? none
      if (waiting + queued === 0)
        await tx.update(newsletterIssues).set({ sums }).where(eq(newsletterIssues.id, id))
    })
}

/** Drops the stored totals of an email's issue, because the email changed after they were counted. */
export async function forgetTotals(tx: Queryable, messageId: number): Promise<void> {
  await tx.update(newsletterIssues).set({ sums: null }).where(isIssueOf(messageId))
}

/** Condition for the issues of some emails */
export const isIssueOf = (...messageIds: number[]) =>
  sql`${newsletterIssues.id} in (select issue_id from newsletter_copies
    where ${inArray(newsletterCopies.messageId, messageIds)})`

const none = { total: 0, waiting: 0, queued: 0, sent: 0, failed: 0, leftOut: 0 }

async function countCopies(db: Queryable, issueIds: number[]): Promise<Map<number, typeof none>> {
  if (issueIds.length === 0) return new Map()
  const count = (which: SQL) => sql<number>`(count(*) filter (where ${which}))::int`
  const rows = await db
    .select({
      id: newsletterCopies.issueId,
      total: sql<number>`count(*)::int`,
      waiting: count(sql`${newsletterCopies.settledAt} is null`),
      queued: count(sql`${outboxMessages.status} = 'queued'`),
      sent: count(sql`${outboxMessages.status} in ('sent', 'handed_over')`),
      failed: count(sql`${outboxMessages.status} = 'failed'`),
      leftOut: count(
        sql`${newsletterCopies.settledAt} is not null and coalesce(${outboxMessages.status}, 'withdrawn') = 'withdrawn'`,
      ),
    })
    .from(newsletterCopies)
    .leftJoin(outboxMessages, eq(outboxMessages.id, newsletterCopies.messageId))
    .where(inArray(newsletterCopies.issueId, issueIds))
    .groupBy(newsletterCopies.issueId)
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}
