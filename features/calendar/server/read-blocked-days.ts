import { sql } from 'drizzle-orm'
import type { Queryable } from '../../../core/server/db/connect.ts'
import type { SavedBlock } from '../contract/calendar.ts'

/** A day such as 2026-11-22, and what blocks it. Days that two rows block are listed twice. */
type BlockedDay = SavedBlock & { day: string }

/** Max days of one read, so that no request expands rules over centuries */
const maxDays = 800

/** Reads the blocked days of trainers, from the first to the last day inclusive, by trainer and day. */
export async function readBlockedDays(
  db: Queryable,
  { trainerIds, from, to }: { trainerIds: number[]; from: string; to: string },
): Promise<BlockedDay[]> {
  const first = sql`${from}::date`
  const last = sql`least(${to}::date, ${from}::date + ${maxDays}::int)`
  // The series is of timestamps without a zone: in a zone that skips a midnight, the last day would be lost.
  const { rows } = await db.execute<BlockedDay>(sql`
    select trainer_id as "trainerId", day::date::text as day, blocked_days.id, first_day::text as "firstDay",
      last_day::text as "lastDay", weekdays, reason, file_id as "fileId"
    from blocked_days,
      generate_series(greatest(first_day, ${first})::timestamp, least(coalesce(last_day, ${last}), ${last})::timestamp,
        interval '1 day') as day
    where trainer_id = any(${sql.param(trainerIds)}::int[]) and first_day <= ${last} and coalesce(last_day, ${last}) >= ${first}
      and (weekdays = '{}' or extract(isodow from day)::int = any(weekdays))
    order by 1, 2`)
  return rows
}
