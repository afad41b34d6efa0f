import { sql } from 'drizzle-orm'
import type { Queryable } from '../../db/connect.ts'

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
 * whose months and weekdays fit one of the days, those in the same place first, then by how long they wait. Days that
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
        and not exists (select from trainer_days
          where trainer_days.trainer_id = ended.trainer_id and trainer_days.day = freed.day)),
    place as (
      select lower(email) as email, city, state, left(zip, 3) as area
      from ended join training_waitlist as had on had.id = ended.entry_id
        left join plan_answers as theirs on theirs.entry_id = had.id),
    candidates as (
      (select id from training_waitlist where status = 'new' and suspected_at is null and deleted_at is null
        order by created_at, id limit ${maxCandidates})
      union (select id from training_waitlist
        where status = 'contacted' and suspected_at is null and deleted_at is null
        order by created_at, id limit ${maxCandidates})
      union (select entry_id from plan_answers as plan, place
        where left(plan.zip, 3) = area
          or lower(plan.city) = lower(place.city) and lower(plan.state) = lower(place.state)
        order by entry_id limit ${maxCandidates})),
    waiting as (
      select waits.id as "entryId", name, coalesce(company, '') as company, created_at,
        coalesce((lower(plan.city) = lower(place.city) and lower(plan.state) = lower(place.state))
          or left(plan.zip, 3) = place.area, false) as "isNear",
        array(select day::text from free
          where (plan.entry_id is null or plan.months = '{}' or extract(month from day)::int = any(plan.months))
            and (plan.entry_id is null or plan.weekdays = '{}' or extract(isodow from day)::int = any(plan.weekdays))
          order by day) as days
      from place, candidates join training_waitlist as waits using (id) left join plan_answers as plan on plan.entry_id = waits.id
      where exists (select from free) and waits.suspected_at is null and waits.deleted_at is null
        and waits.status in ('new', 'contacted') and lower(waits.email) <> place.email
        and not exists (select from offers join training_waitlist as same on same.id = offers.entry_id
          where lower(same.email) = lower(waits.email) and offers.status in ('draft', 'sent', 'other-days'))
        and not exists (select from trainings join training_waitlist as same on same.id = trainings.entry_id
          where lower(same.email) = lower(waits.email) and canceled_at is null and held_at is null))
    select "entryId", name, company, created_at::text as at, "isNear", days from waiting
    where days <> '{}' order by "isNear" desc, created_at, "entryId" limit ${limit}`)
  return rows.map(({ at, ...row }) => ({ ...row, joinedAt: new Date(at).toISOString() }))
}
