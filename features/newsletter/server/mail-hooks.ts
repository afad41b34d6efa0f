import { and, eq, gt, sql } from 'drizzle-orm'
import type { Queryable } from '../../../core/server/db/connect.ts'
import type { Hold, MailHooks } from '../../../core/server/mail/mail-hooks.ts'
import { requestLinkHooks } from '../../../core/server/mail/request-links.ts'
import {
  newsletterConfirmations,
  newsletterCopies,
  newsletterIssues,
  newsletterSubscriptions,
} from '../schema.ts'
import { forgetTotals, isIssueOf, maxRefused } from './issue-list.ts'
import { deliverNewsletters, pauseIssue } from './issues.ts'
import { endSubscriptions, noLongerSubscribed } from './subscriptions.ts'

/**
 * Updates issues (posts sent as newsletters) and subscriptions when the state of their emails in the outbox changes.
 */
export const newsletterMailHooks: MailHooks = {
  confirmation: requestLinkHooks(newsletterConfirmations, sql`interval '7 days'`),
  newsletter: {
    bulkJob: deliverNewsletters,
    onAccepted: resetRefusals,
    onRefused: countRefusal,
    onChanged: forgetTotals,
    async beforeRetry(tx, messageId) {
      const hold = await findHold(tx, messageId)
      return hold === 'refuse' ? noLongerSubscribed : hold
    },
    // A bounced email cannot be sent again here. It stays failed, because resuming its issue may try its address again.
    beforeResend: findHold,
  },
}

/**
 * Decides if an email may be sent. Locks the subscription, so that an unsubscribe at the same time withdraws the email.
 */
async function findHold(tx: Queryable, messageId: number): Promise<Hold | 'refuse' | undefined> {
  const [copy] = await tx
    .select({
      isActive: newsletterSubscriptions.isActive,
      endReason: newsletterSubscriptions.endReason,
      pausedAt: newsletterIssues.pausedAt,
    })
    .from(newsletterCopies)
    .innerJoin(newsletterSubscriptions, eq(newsletterSubscriptions.id, newsletterCopies.subscriptionId))
    .innerJoin(newsletterIssues, eq(newsletterIssues.id, newsletterCopies.issueId))
    .where(eq(newsletterCopies.messageId, messageId))
    .for('share', { of: newsletterSubscriptions })
  // If the subscription was deleted, its copy was deleted with it.
  if (!copy?.isActive) return copy?.endReason === 'bounced' ? 'refuse' : noLongerSubscribed
  return copy.pausedAt ? 'postpone' : undefined
}

/** An accepted email shows that the sender is not blocked, so earlier refusals were about single addresses. */
async function resetRefusals(db: Queryable, messageIds: number[]): Promise<void> {
  await db
    .update(newsletterIssues)
    .set({ refusedInRow: 0 })
    .where(and(gt(newsletterIssues.refusedInRow, 0), isIssueOf(...messageIds)))
}

/**
 * Ends the subscription of a bad address. After `maxRefused` refusals in a row, the mail server probably blocks us, the
 * sender. Then the issue is paused for an admin, and no further subscription ends.
 */
async function countRefusal(tx: Queryable, messageId: number, isBadAddress: boolean): Promise<void> {
  const [issue] = await tx
    .update(newsletterIssues)
    .set({ refusedInRow: sql`${newsletterIssues.refusedInRow} + 1` })
    .where(isIssueOf(messageId))
    .returning({ id: newsletterIssues.id, refusedInRow: newsletterIssues.refusedInRow })
  if (issue && issue.refusedInRow >= maxRefused) await pauseIssue(tx, 'server', issue.id)
  else if (isBadAddress)
    await endSubscriptions(
      tx,
      sql`${newsletterSubscriptions.id} in (select subscription_id from newsletter_copies where message_id = ${messageId})`,
      'bounced',
    )
}
