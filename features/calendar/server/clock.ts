import { sql } from 'drizzle-orm'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { oneRow } from '../../../core/server/db/one-row.ts'

export type Clock = {
  now: Date
  /** The calendar day in the site's time zone, such as 2026-11-22 */
  today: string
  timeZone: string
}

/**
 * Reads the time by the clock of the database, which all instances share. It is not the start of the transaction,
 * because a lock may have been waited for since.
 */
export async function readClock(tx: Queryable, timeZone: string): Promise<Clock> {
  const { rows } = await tx.execute<{ now: string; today: string }>(
    sql`select now::text, (now at time zone ${timeZone})::date::text as today
      from (select clock_timestamp() as now) as clock`,
  )
  const { now, today } = oneRow(rows)
  return { now: new Date(now), today, timeZone }
}
