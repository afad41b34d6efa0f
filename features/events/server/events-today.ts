import { and, eq, type SQL, sql } from 'drizzle-orm'
import { formatRecent, formatWeekday } from '../../../core/contract/format-date.ts'
import { may } from '../../../core/contract/roles.ts'
import { todayLines } from '../../../core/contract/today.ts'
import type { Queryable } from '../../../core/server/db/connect.ts'
import {
  line,
  type News,
  nameOf,
  readFirst,
  type Section,
  type TodayClock,
  type TodayReader,
} from '../../manifest/today-section.ts'
import { eventPaths } from '../contract/event-paths.ts'
import { events } from '../schema.ts'
import { type EventRow, type RegistrationRow, seatsOf } from './event-row.ts'

/** Days ahead for which dates are listed */
const aheadDays = 14

export const eventTitles = {
  dates: 'Public dates in the next two weeks',
  'date-spam': 'Registrations that look like spam',
  'date-waiting': 'People who wait while seats are free',
}

export async function readEventsToday(db: Queryable, { role, clock, since }: TodayReader) {
  const lists = [listAhead, ...(may({ role }, 'manageDays') ? [listSuspects, listWaiting] : [])]
  const sections = await Promise.all(lists.map((list) => list(db, clock)))
  return { news: await listNews(db, clock, since), sections }
}

/** Counts what waits while dates are off. */
export async function countOpen(db: Queryable): Promise<Record<string, number>> {
  const isComing = sql`${events.day} >= current_date`
  return { 'coming public date': await db.$count(events, and(eq(events.status, 'published'), isComing)) }
}

type Row = Dated & Pick<RegistrationRow, 'name' | 'company' | 'email'> & Happened
type Happened = { what: 'registered' | 'canceled'; at: string; parties: number; people: number }

/** Registrations and cancellations by people themselves since a time, in one line for each date */
async function listNews(db: Queryable, { timeZone }: TodayClock, since: SQL): Promise<News[]> {
  const { rows } = await db.execute<Row>(
    sql`select what, events.id, title, day::text as day, count(*)::int as parties, sum(party)::int as people,
        max(name) as name, max(company) as company, lower(max(email)) as email, max(at) as at
      from (
        select 'registered' as what, event_id, party, name, company, email, created_at as at from event_registrations
          where status in ('registered', 'waiting') and not is_walk_in
        union all select 'canceled', event_id, party, name, company, email, canceled_at from event_registrations
          where canceled_by = 'person'
      ) as news join events on events.id = event_id
      where at > ${since} and name <> '' group by what, events.id order by max(at) desc limit ${todayLines}`,
  )
  return rows.map((row) => {
    const { what, id, title, day, parties, people, at } = row
    const who = parties === 1 ? nameOf(row) : `${people} people`
    return {
      at,
      line: line({
        key: `${what}-date-${id}`,
        text: `${who} ${what === 'registered' ? 'registered for' : 'canceled'} “${title}”`,
        note: `${formatRecent(at, { timeZone })} · ${formatWeekday(day)}`,
        href: eventPaths.adminEvent(id),
        isNews: true,
        emails: parties === 1 && row.email ? [row.email] : [],
      }),
    }
  })
}

type Dated = { id: number; title: string; day: string }

/** Lists dates that meet a condition, each with a note about facts that are read with it. */
async function listDates<Facts>(
  db: Queryable,
  id: keyof typeof eventTitles,
  { columns, where }: { columns: SQL; where: SQL },
  describe: (row: Facts) => string,
): Promise<Section> {
  const { rows, more } = await readFirst<Dated & Facts>(db, {
    columns: sql`events.id, title, day::text as day, ${columns}`,
    from: sql`events where ${where}`,
    order: sql`events.day, events.id`,
  })
  const lines = rows.map((row) => {
    const text = `${formatWeekday(row.day)}: ${row.title}`
    return line({ key: String(row.id), text, note: describe(row), href: eventPaths.adminEvent(row.id) })
  })
  return { id, lines, more, moreHref: eventPaths.admin }
}

const partiesThat = (status: RegistrationRow['status']) =>
  sql`from event_registrations where event_id = events.id and event_registrations.status = ${status}`
const waiting = partiesThat('waiting')
const suspects = partiesThat('suspect')

/** Dates of the next two weeks, also those that are not public yet */
const listAhead = (db: Queryable, { today }: TodayClock) =>
  listDates<Pick<EventRow, 'status' | 'seats' | 'taken'> & { waiting: number }>(
    db,
    'dates',
    {
      columns: sql`status, seats, taken, (select coalesce(sum(party), 0)::int ${waiting}) as waiting`,
      where: sql`status <> 'canceled' and day between ${today}::date and ${today}::date + ${aheadDays}::int`,
    },
    ({ status, seats, taken, waiting }) => {
      if (status === 'draft') return 'It isn’t public yet. Publish it, or delete the draft.'
      const filled = seats === null ? `${taken} registered` : `${taken} of ${seatsOf(seats)} taken`
      return [filled, ...(waiting > 0 ? [`${waiting} waiting`] : [])].join(' · ')
    },
  )

const isComing = ({ today }: TodayClock) => sql`status = 'published' and day >= ${today}::date`

const listSuspects = (db: Queryable, clock: TodayClock) =>
  listDates<{ count: number }>(
    db,
    'date-spam',
    {
      columns: sql`(select count(*)::int ${suspects}) as count`,
      where: sql`${isComing(clock)} and exists (select ${suspects})`,
    },
    ({ count }) => `${count} to look at. Take those that are real, and cancel the others.`,
  )

/** Dates whose free seats do not suffice for any party that waits */
const listWaiting = (db: Queryable, clock: TodayClock) =>
  listDates<{ party: number; free: number }>(
    db,
    'date-waiting',
    {
      columns: sql`(select min(party)::int ${waiting}) as party, seats - taken as free`,
      where: sql`${isComing(clock)} and seats > taken and exists (select ${waiting})`,
    },
    ({ party, free }) =>
      `A party of ${party} waits, and ${seatsOf(free)} ${free === 1 ? 'is' : 'are'} free. Add seats, or write to them.`,
  )
