import { type SQL, sql } from 'drizzle-orm'
import { formatRecent, formatWeekday } from '../../../core/contract/format-date.ts'
import { todayLines } from '../../../core/contract/today.ts'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { line, type News, nameOf, quote, type TodayClock } from '../../manifest/today-section.ts'
import { trainingPaths } from '../contract/training-paths.ts'

type Row = {
  what: 'accepted' | 'declined' | 'canceled'
  id: number
  name: string
  company: string | null
  email: string
  day: string | null
  words: string
  at: string
}

/** What clients answered and canceled themselves, newest first. Wishes for other days have a section of their own. */
export async function listTrainingNews(db: Queryable, { timeZone }: TodayClock, since: SQL): Promise<News[]> {
  const { rows } = await db.execute<Row>(
    sql`select what, news.id, name, company, lower(email) as email, day::text as day, words, at
      from (
        select 'accepted' as what, trainings.id, trainings.entry_id, day, '' as words, answered_at as at
          from offers join trainings on trainings.offer_id = offers.id
          where offers.status = 'accepted' and not answered_by_admin
        union all select 'declined', id, entry_id, null, answer, answered_at from offers
          where status = 'declined' and not answered_by_admin
        union all select 'canceled', id, entry_id, day, cancel_reason, canceled_at from trainings
          where canceled_by = 'client'
      ) as news join training_waitlist as person on person.id = entry_id and person.deleted_at is null
      where at > ${since} order by at desc limit ${todayLines}`,
  )
  return rows.map((row) => ({
    at: row.at,
    line: line({
      key: `${row.what}-${row.id}`,
      text: `${nameOf(row)} ${describe(row)}`,
      note: [formatRecent(row.at, { timeZone }), ...(row.words ? [`“${quote(row.words)}”`] : [])].join(' · '),
      href: row.what === 'declined' ? trainingPaths.adminOffer(row.id) : trainingPaths.adminTraining(row.id),
      isNews: true,
      emails: [row.email],
    }),
  }))
}

function describe({ what, day }: Row): string {
  if (what === 'declined' || day === null) return 'declined your offer'
  return what === 'accepted' ? `accepted ${formatWeekday(day)}` : `canceled ${formatWeekday(day)}`
}
