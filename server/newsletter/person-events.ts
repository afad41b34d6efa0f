import { sql } from 'drizzle-orm'
import type { PersonEvent } from '../../contracts/people.ts'
import type { Queryable } from '../db/connect.ts'
import { newsletterConfirmations, newsletterSubscriptions } from '../db/schema/newsletter.ts'

const endings: Record<string, string> & { unsubscribed: string } = {
  unsubscribed: 'Unsubscribed from the newsletter.',
  bounced: 'Unsubscribed from the newsletter: their email bounced.',
  removed: 'Removed from the newsletter.',
}

/** Lists when an address signed up for the newsletter, subscribed, and unsubscribed. */
export async function listNewsletterEvents(db: Queryable, email: string): Promise<PersonEvent[]> {
  const asked = await db
    .select()
    .from(newsletterConfirmations)
    .where(
      sql`lower(${newsletterConfirmations.email}) = lower(${email}) and ${newsletterConfirmations.spentAt} is null`,
    )
  const subscribed = await db
    .select()
    .from(newsletterSubscriptions)
    .where(sql`lower(${newsletterSubscriptions.email}) = lower(${email})`)
  const event = (at: Date, text: string, consent: string | null = null): PersonEvent => ({
    at: at.toISOString(),
    kind: 'newsletter',
    text,
    consent,
    entry: null,
    mail: null,
  })
  return [
    ...asked.map((row) =>
      event(row.createdAt, 'Signed up for the newsletter (not confirmed yet).', row.consent),
    ),
    ...subscribed.flatMap((row) => [
      event(row.subscribedAt, 'Subscribed to the newsletter.', row.consent),
      ...(row.endedAt ? [event(row.endedAt, endings[row.endReason ?? ''] ?? endings.unsubscribed)] : []),
    ]),
  ]
}
