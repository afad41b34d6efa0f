import { eq, sql } from 'drizzle-orm'
import type { Queryable } from '../db/connect.ts'
import { newsletterCopies, newsletterIssues, newsletterSubscriptions } from '../db/schema.ts'

/** When a mail goes whose issue is paused: not before somebody resumes it. */
export const pausedUntil = sql`'9999-01-01'::timestamptz`

/** What becomes of a mail to somebody who has left. */
export const withdrawn = { status: 'withdrawn', problem: 'This person no longer gets the newsletter.' }

/**
 * What keeps a mail of an issue from going out (again). Whoever leaves meanwhile waits until this transaction is over,
 * and then takes the mail back.
 */
export async function findHold(
  tx: Queryable,
  messageId: number,
): Promise<'left' | 'bounced' | 'paused' | undefined> {
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
  // Whose subscription is deleted is gone, too.
  if (!copy?.isActive) return copy?.endReason === 'bounced' ? 'bounced' : 'left'
  return copy.pausedAt ? 'paused' : undefined
}
