import { sql } from 'drizzle-orm'
import type { Queryable } from '../../../core/server/db/connect.ts'
import type { PersonEvent } from '../../people/contract/people.ts'
import { personEvent } from '../../people/server/person-event.ts'
import { newsletterConfirmations, newsletterSubscriptions } from '../schema.ts'

const endings: Record<string, string> & { unsubscribed: string } = {
  unsubscribed: 'Unsubscribed from the newsletter.',
  bounced: 'Unsubscribed from the newsletter: their email bounced.',
  removed: 'Removed from the newsletter.',
}

/** Lists when an address signed up for the newsletter, subscribed, and unsubscribed. */
export async function listNewsletterEvents(db: Queryable, email: string): Promise<PersonEvent[]> {
  const [asked, subscribed] = await Promise.all([
    db
      .select()
      .from(newsletterConfirmations)
      .where(
        sql`lower(${newsletterConfirmations.email}) = lower(${email}) and ${newsletterConfirmations.spentAt} is null`,
      ),
    db
      .select()
      .from(newsletterSubscriptions)
      .where(sql`lower(${newsletterSubscriptions.email}) = lower(${email})`),
  ])
  return [
    ...asked.flatMap(({ createdAt, consent }) =>
      personEvent(createdAt, 'newsletter', 'Signed up for the newsletter (not confirmed yet).', { consent }),
    ),
    ...subscribed.flatMap(({ subscribedAt, consent, endedAt, endReason }) => [
      ...personEvent(subscribedAt, 'newsletter', 'Subscribed to the newsletter.', { consent }),
      ...personEvent(endedAt, 'newsletter', endings[endReason ?? ''] ?? endings.unsubscribed),
    ]),
  ]
}
