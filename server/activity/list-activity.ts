import { and, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { ActivityFilter, ActivityLine, ActivityQuery } from '../../contracts/activity.ts'
import { countRows } from '../db/capped-count.ts'
import type { Queryable } from '../db/connect.ts'
import { cutPage, type Page } from '../db/page.ts'
import { activity } from '../db/schema/activity.ts'
import { toLines } from './activity-lines.ts'

/** One page of the list, newest first. Days begin and end in the time zone. */
export async function listActivity(
  db: Queryable,
  { cursor, limit, ...filter }: ActivityQuery,
  timeZone: string,
): Promise<Page<ActivityLine>> {
  const where = matches(filter, timeZone)
  const [rows, total] = await Promise.all([
    readNewest(db, and(where, after(cursor)), limit + 1),
    countRows(db, activity, where),
  ])
  const page = cutPage(rows, limit, total, ({ id }) => id)
  return { ...page, rows: await toLines(db, page.rows, timeZone) }
}

/** All rows that match the filter, newest first, in batches. Only one batch is in memory. */
export async function* walkActivity(
  db: Queryable,
  filter: ActivityFilter,
  { timeZone, batch }: { timeZone: string; batch: number },
): AsyncGenerator<ActivityLine[]> {
  const where = matches(filter, timeZone)
  let cursor: number | undefined
  do {
    const rows = await readNewest(db, and(where, after(cursor)), batch)
    cursor = rows.length === batch ? rows.at(-1)?.id : undefined
    if (rows.length > 0) yield toLines(db, rows, timeZone)
  } while (cursor !== undefined)
}

function readNewest(db: Queryable, where: SQL | undefined, limit: number) {
  return db.select().from(activity).where(where).orderBy(desc(activity.at), desc(activity.id)).limit(limit)
}

/** The row of the cursor still has the time that it had on the previous page, because rows never change. */
function after(cursor: number | undefined): SQL | undefined {
  if (cursor === undefined) return undefined
  return sql`(${activity.at}, ${activity.id}) < ((select c.at from activity as c where c.id = ${cursor}), ${cursor})`
}

function matches({ user, kind, from, to }: ActivityFilter, timeZone: string): SQL | undefined {
  const startOf = (day: string, laterDays: number) =>
    sql`(${day}::date + ${laterDays}::int)::timestamp at time zone ${timeZone}`
  return and(
    user === undefined ? undefined : eq(activity.userId, user),
    kind && eq(activity.kind, kind),
    from === undefined ? undefined : gte(activity.at, startOf(from, 0)),
    to === undefined ? undefined : lt(activity.at, startOf(to, 1)),
  )
}
