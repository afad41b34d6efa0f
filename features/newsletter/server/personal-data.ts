import { sql } from 'drizzle-orm'
import type { ActingUser } from '../../../core/server/activity/record-activity.ts'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { RequestProblem } from '../../../core/server/errors.ts'
import type { Feature, PersonalData, Trace } from '../../manifest/feature.ts'
import { eachEntry } from '../../people/server/personal-data.ts'
import { eraseNow } from '../../privacy/server/erase.ts'
import { newsletterPageNames } from '../contract/newsletter-words.ts'
import { newsletterBox } from '../words/newsletter.ts'
import { recordActivity } from './actions.ts'
import { endSubscriptions } from './subscriptions.ts'

export const newsletterPersonalData = {
  place: 3,
  names: { newsletter: ['newsletter sign-up', 'newsletter sign-ups'] },
  labels: { page: 'Signed up on', asked: 'Signed up', consent: 'You agreed to this', frequency: 'How often' },
  words: {
    page: newsletterPageNames,
    status: {
      active: 'Confirmed',
      confirmed: 'Confirmed',
      'not confirmed': 'Waiting for you to confirm',
      unsubscribed: 'You unsubscribed',
      bounced: 'Stopped, because our emails came back',
      removed: 'Stopped by us',
    },
    frequency: { all: newsletterBox.pages.all, monthly: newsletterBox.pages.monthly },
  },
  describe: { newsletter: describeSubscription },
  traces: (email) => ({
    // A used confirmation is part of its subscription and not listed separately.
    newsletter: sql`select email, consent, asked_at as asked, subscribed_at as subscribed, is_active as active, frequency,
        source as page, ended_at as ended, end_reason as reason
      from newsletter_subscriptions where lower(email) = ${email}
      union all select email, consent, created_at, null, false, null, source, null,
        case when spent_at is null then 'not confirmed' else 'confirmed' end
      from newsletter_confirmations where lower(email) = ${email} and (spent_at is null
        or not exists (select from newsletter_subscriptions where lower(email) = ${email}))`,
  }),
  addresses: sql`select lower(email) from newsletter_subscriptions
    union select lower(email) from newsletter_confirmations`,
  cameBack: (email, since) =>
    sql`select from newsletter_subscriptions where lower(email) = ${email} and subscribed_at > ${since}`,
  async hide(tx, email, at) {
    await endSubscriptions(tx, sql`lower(email) = ${email} and subscribed_at <= ${at}`, 'removed', at)
    return 0
  },
  /** Counts as the page with the person's data does: a used confirmation is part of its subscription. */
  async erase(tx, { email, until }) {
    const { rowCount } = await tx.execute(
      sql`delete from newsletter_subscriptions where lower(email) = ${email} and subscribed_at <= ${until}`,
    )
    const subscribed = rowCount ?? 0
    const { rows: confirmations } = await tx.execute<{ spent: boolean }>(
      sql`delete from newsletter_confirmations where lower(email) = ${email} and created_at <= ${until}
        returning spent_at is not null as spent`,
    )
    const others = confirmations.filter(({ spent }) => !spent || subscribed === 0)
    return { newsletter: subscribed + others.length }
  },
} satisfies PersonalData

/** Replaces the subscription's `active` flag and `reason` by one readable status. */
function describeSubscription({ active, reason, subscribed, ...row }: Trace): Trace {
  // Subscribers who signed up here (`asked`) confirmed their address. Imported subscribers did not.
  const joined = row.asked ? { confirmed: subscribed } : { subscribed }
  return { email: row.email, status: active ? 'active' : (reason ?? 'removed'), ...row, ...joined }
}

/**
 * Permanently deletes all data about a subscriber right away, for an admin whom the subscriber has asked to do so. A
 * person with an entry must be deleted by that entry, because that can be undone.
 * @throws RequestProblem if there is no such subscription, or the person has an entry
 */
export async function eraseSubscriber(db: Queryable, features: Feature[], id: number, by: ActingUser) {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ email: string; entry: boolean }>(
      sql`select lower(s.email) as email, exists (${eachEntry(sql``, sql`lower(email) = lower(s.email)`)}) as entry
        from newsletter_subscriptions as s where id = ${id} for update`,
    )
    const [found] = rows
    if (!found) throw new RequestProblem('not-found')
    if (found.entry)
      throw new RequestProblem('conflict', {
        detail:
          'This person also contacted you through a form. Delete them on the People page; that removes them from the newsletter too.',
      })
    await eraseNow(tx, features, found.email, by)
    await recordActivity(tx, { action: 'subscriber-erased', by, about: ['subscriber', id] })
  })
}
