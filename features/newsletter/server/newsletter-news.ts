import { sql } from 'drizzle-orm'
import { formatRecent } from '../../../core/contract/format-date.ts'
import { may } from '../../../core/contract/roles.ts'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { line, type TodayPart, type TodayReader } from '../../manifest/today-section.ts'
import { newsletterPaths } from '../contract/newsletter-paths.ts'

/** The number of people who confirmed their subscription, in one line */
export async function readNewsletterToday(
  db: Queryable,
  { role, clock, since }: TodayReader,
): Promise<TodayPart> {
  if (!may({ role }, 'sendToLists')) return {}
  const { rows } = await db.execute<{ count: number; at: string | null }>(
    sql`select count(*)::int as count, max(subscribed_at) as at from newsletter_subscriptions
      where subscribed_at > ${since} and is_active and source is distinct from 'import'`,
  )
  const news = rows.flatMap(({ count, at }) =>
    at === null
      ? []
      : {
          at,
          line: line({
            key: 'subscribers',
            text: count === 1 ? 'One person subscribed' : `${count} people subscribed`,
            note: `${formatRecent(at, clock)} · newsletter`,
            href: newsletterPaths.admin,
            isNews: true,
          }),
        },
  )
  return { news }
}
