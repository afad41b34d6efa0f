import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { oneRow } from '../../../core/server/db/one-row.ts'
import { cutPage, type Page } from '../../../core/server/db/page.ts'
import type { AheadRow, PromisedDay } from '../contract/calendar.ts'
import { listTrainerIds } from './read-calendar.ts'

type AheadQuery = {
  trainerIds: number[] | undefined
  /** Rows whose last day is before it are left out */
  today: string
  limit: number
  cursor: string | undefined
}

type Blocked = Extract<AheadRow, { kind: 'blocked' }>

/** Lists everything from today on that keeps trainers busy, by first day. */
export async function listAhead(
  db: Queryable,
  promised: SQL,
  query: AheadQuery,
): Promise<Page<AheadRow, string>> {
  const ids = sql`${sql.param(query.trainerIds ?? (await listTrainerIds(db)))}::int[]`
  const ahead = sql`(
    select 'blocked' as kind, blocked.id, first_day, blocked.trainer_id, last_day, weekdays, reason, file_id,
      file.name as file_name, null::jsonb as promise
    from blocked_days as blocked left join calendar_files as file on file.id = file_id
    where blocked.trainer_id = any(${ids}) and (last_day is null or last_day >= ${query.today}::date)
    union all
    select 'promised', id, day, trainer_id, null, '{}', '', null, null, promise
    from ${promised} where trainer_id = any(${ids}) and day >= ${query.today}::date)`
  const [day, kind, id] = query.cursor?.split('_') ?? []
  const { rows: counted } = await db.execute<{ total: string }>(
    sql`select case when count(*) > 10000 then '10000+' else count(*)::text end as total
      from (select from ${ahead} as ahead limit 10001) as counted`,
  )
  const { rows } = await db.execute<Blocked & { promise: PromisedDay | null }>(sql`
    select kind, id, first_day::text as "firstDay", trainer_id as "trainerId", last_day::text as "lastDay", weekdays,
      reason, file_id as "fileId", file_name as "fileName", promise
    from ${ahead} as ahead
    ${day ? sql`where (first_day, kind, id) > (${day}::date, ${kind}, ${id}::int)` : sql``}
    order by first_day, kind, id limit ${query.limit + 1}`)
  const cursorOf = ({ firstDay, kind, id }: Blocked) => `${firstDay}_${kind}_${id}`
  const page = cutPage(rows, query.limit, oneRow(counted).total, cursorOf)
  return {
    ...page,
    rows: page.rows.map(({ promise, ...row }) =>
      promise ? { ...promise, kind: 'promised', trainerId: row.trainerId, firstDay: row.firstDay } : row,
    ),
  }
}
