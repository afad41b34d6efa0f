import { sql } from 'drizzle-orm'
import type { Queryable } from '../../db/connect.ts'

/** Why a day of a trainer is not free. A blocked day can be held or booked as well, and then has one row for each. */
export type DayState = {
  trainerId: number
  /** A calendar day such as 2026-11-22 */
  day: string
  state: 'blocked' | 'held' | 'booked'
  /** The reason of a blocked day; empty for other days */
  reason: string
  /** The row of `blocked_days`, the offer, or the training */
  id: number
}

/** Max days of one read, so that no request expands rules over centuries */
const maxDays = 800

/** Reads the days of trainers that are not free, from the first to the last day inclusive, by trainer and day. */
export async function readDayStates(
  db: Queryable,
  { trainerIds, from, to }: { trainerIds: number[]; from: string; to: string },
): Promise<DayState[]> {
  const ids = sql`${sql.param(trainerIds)}::int[]`
  const first = sql`${from}::date`
  const last = sql`least(${to}::date, ${from}::date + ${maxDays}::int)`
  // The series is of timestamps without a zone: in a zone that skips a midnight, the last day would be lost.
  const { rows } = await db.execute<DayState>(sql`
    select trainer_id as "trainerId", day::date::text as day, 'blocked' as state, reason, blocked_days.id
    from blocked_days,
      generate_series(greatest(first_day, ${first})::timestamp, least(coalesce(last_day, ${last}), ${last})::timestamp,
        interval '1 day') as day
    where trainer_id = any(${ids}) and first_day <= ${last} and coalesce(last_day, ${last}) >= ${first}
      and (weekdays = '{}' or extract(isodow from day)::int = any(weekdays))
    union all
    select trainer_id, day::text, case when offer_id is null then 'booked' else 'held' end, '',
      coalesce(offer_id, training_id)
    from trainer_days where trainer_id = any(${ids}) and day between ${first} and ${last}
    order by 1, 2, 3`)
  return rows
}
