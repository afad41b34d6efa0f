import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import { promisedDays } from '../../../calendar/server/promised-days.ts'
import { usualWeekdays } from '../../../people/contract/plan.ts'

/** A waiting person whom a day could suit that was freed */
export type Waiting = {
  entryId: number
  name: string
  company: string
  /** When they joined the waitlist (ISO 8601) */
  joinedAt: string
  /** The freed days that fit what they answered */
  days: string[]
  /** True if they are in the same place as the person for whom the days were held */
  isNear: boolean
}

const maxWaiting = 5
/** People who are looked at: this many with each status and this many in the same place, those first who wait longest */
const maxCandidates = 500

/**
 * Lists who could take the days of an offer that ended: waiting people without an open offer and without a booked day,
 * whom one of the days suits (`suitsPerson` in features/people/contract/plan.ts), those in the same place first, then by how long they wait. Days that
 * are past or taken again are left out, and the person who had the offer is, too.
 */
export async function findNextInLine(
  db: Queryable,
  offerId: number,
  timeZone: string,
  limit = maxWaiting,
): Promise<Waiting[]> {
  const { rows } = await db.execute<Waiting & { at: string }>(sql`
    with ended as (select * from offers where id = ${offerId}),
    free as (
      select freed.day from ended, unnest(ended.days) as freed (day)
      where freed.day > (now() at time zone ${timeZone})::date
        and not exists (select from ${promisedDays()}
          where promised.trainer_id = ended.trainer_id and promised.day = freed.day)),
    place as (
      select lower(email) as email, city, state, left(zip, 3) as area
      from ended join training_waitlist as had on had.id = ended.entry_id
        left join plan_answers as theirs on theirs.entry_id = had.id),
    near as (${firstWhoCan(
      sql`select ${candidate} from place, plan_answers as plan
      join training_waitlist on training_waitlist.id = plan.entry_id
      where ${isWaiting} and status in ('new', 'contacted') and (left(plan.zip, 3) = area
        or lower(plan.city) = lower(place.city) and lower(plan.state) = lower(place.state))
      order by created_at, id limit ${maxCandidates}`,
      limit,
    )}),
    longest as (${firstWhoCan(sql`${longestWith('new')} union all ${longestWith('contacted')}`, limit)})
    select id as "entryId", name, company, created_at::text as at, "isNear", days
    from (select *, true as "isNear" from near
      union all select *, false from longest where id not in (select id from near)) as waiting
    order by "isNear" desc, created_at, id limit ${limit}`)
  return rows.map(({ at, ...row }) => ({ ...row, joinedAt: new Date(at).toISOString() }))
}

const candidate = sql`training_waitlist.id, name, coalesce(company, '') as company, lower(training_waitlist.email) as email, created_at`
const isWaiting = sql`suspected_at is null and deleted_at is null`

const longestWith = (status: 'new' | 'contacted') =>
  sql`(select ${candidate} from training_waitlist where status = ${status} and ${isWaiting}
    order by created_at, id limit ${maxCandidates})`

const everyMonth = sql`array(select generate_series(1, 12))`
const weekdays = sql`${sql.param(usualWeekdays)}::int[]`

/**
 * The first of the candidates whom one of the free days suits. Each lookup is a subquery in the order of the wait, so
 * that the rest of a long list is not read once enough are found.
 */
const firstWhoCan = (candidates: SQL, limit: number) => sql`
  select waits.id, waits.name, waits.company, waits.created_at, fit.days
  from place, (select * from (${candidates}) as all_candidates order by created_at, id) as waits
    left join plan_answers as plan on plan.entry_id = waits.id
    cross join lateral (select array(select day::text from free
      where extract(month from day)::int = any(coalesce(nullif(plan.months, '{}'), ${everyMonth}))
        and extract(isodow from day)::int = any(coalesce(nullif(plan.weekdays, '{}'), ${weekdays}))
      order by day) as days) as fit
  where fit.days <> '{}' and waits.email <> place.email
    and (select offers.id from offers join training_waitlist as same on same.id = offers.entry_id
      where lower(same.email) = waits.email and offers.status in ('draft', 'sent', 'other-days') limit 1) is null
    and (select trainings.id from trainings join training_waitlist as same on same.id = trainings.entry_id
      where lower(same.email) = waits.email and canceled_at is null and held_at is null limit 1) is null
  order by waits.created_at, waits.id limit ${limit}`
