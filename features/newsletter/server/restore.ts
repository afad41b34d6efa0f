import { sql } from 'drizzle-orm'
import { withdrawMails } from '../../../core/server/mail/unsent-mails.ts'
import type { RestoreSteps } from '../../manifest/feature.ts'
import { newsletterIssues } from '../schema.ts'
import { isUnfinished } from './issues.ts'

export const newsletterRestore = {
  async keepEnded({ read }) {
    const left = await read(
      `select lower(email) as email, coalesce(ended_at, now())::text as at,
         coalesce(end_reason, 'unsubscribed') as reason
       from public.newsletter_subscriptions where not is_active`,
      'newsletter_subscriptions',
      ['is_active', 'ended_at', 'end_reason'],
    )
    return (client) =>
      client.query(
        `update newsletter_subscriptions as now set is_active = false, ended_at = gone.at, end_reason = gone.reason
         from jsonb_to_recordset($1) as gone (email text, at timestamptz, reason text)
         where lower(now.email) = gone.email and now.is_active and now.subscribed_at <= gone.at`,
        [JSON.stringify(left)],
      )
  },
  async stop(tx) {
    const ended = sql`status = 'queued' and id in (select message_id from newsletter_copies
      join newsletter_subscriptions on newsletter_subscriptions.id = subscription_id where not is_active)`
    await withdrawMails(tx, ended, 'This address no longer receives the newsletter.')
    const issues = await tx
      .update(newsletterIssues)
      .set({ pausedAt: sql`now()` })
      .where(sql`paused_at is null and ${isUnfinished}`)
    return { issues: issues.rowCount ?? 0 }
  },
  report: ({ issues = 0 }) =>
    issues > 0 &&
    `${issues.toLocaleString('en')} newsletter issues are paused. Check who already got them before you resume.`,
} satisfies RestoreSteps
