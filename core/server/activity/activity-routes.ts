import { and, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import {
  type ActivityLine,
  type ActivityQuery,
  activityUserList,
  describeActivity,
  nameActor,
} from '../../contract/activity.ts'
import { isoMinute } from '../../contract/format-date.ts'
import { paths } from '../../contract/paths.ts'
import { rights } from '../../contract/roles.ts'
import { countRows } from '../db/capped-count.ts'
import type { Queryable } from '../db/connect.ts'
import { cutPage, inBatches, type Page } from '../db/page.ts'
import { activity } from '../db/schema/activity.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { createCsv } from '../http/csv.ts'
import { sendRows } from '../http/paging.ts'
import { route } from '../http/route.ts'
import { type Catalog, catalogOf, listUsers, toLines } from './activity-lines.ts'
import { csvRoute } from './csv-route.ts'
import { type ActivityFeature, recordActivity } from './record-activity.ts'

type ActivityFilter = Omit<ActivityQuery, 'cursor' | 'limit'>

export function addActivityRoutes(app: App, deps: RouteDeps & { features: ActivityFeature[] }): void {
  const { db, siteSource } = deps
  const catalog = catalogOf(deps.features)
  const { activityList, activityExportQuery } = describeActivity(
    z.enum(catalog.kinds.map(({ name }) => name)),
  )

  route(app, activityList, { audience: 'admin', role: rights.readActivity }, async (context) => {
    const { timeZone } = await siteSource.read()
    return sendRows(context, await listActivity(db, catalog, context.query, timeZone))
  })

  route(app, activityUserList, { audience: 'admin', role: rights.readActivity }, () => listUsers(db, catalog))

  csvRoute(
    app,
    deps,
    paths.api.activityFile,
    {
      role: rights.readActivity,
      summary: 'The same list as a CSV file',
      description: '`bom=1` for Excel.',
      query: activityExportQuery,
    },
    {
      csv: activityCsv(catalog),
      walk: ({ query: { bom: _, ...filter } }, options) => walkActivity(db, catalog, filter, options),
      filename: (today) => `activity-${today}.csv`,
      record: (tx, by) => recordActivity(tx, { action: 'activity-exported', by }),
    },
  )
}

/** Posts, people, and tokens have numbers only, so that the file holds no title and no name of someone who wrote in. */
const activityCsv = ({ kinds, subjects }: Catalog) =>
  createCsv<ActivityLine>([
    ['Time', (line, { timeZone }) => isoMinute(line.at, { timeZone })],
    ['Time zone', (_line, { zoneName }) => zoneName],
    ['Kind', (line) => kinds.find(({ name }) => name === line.kind)?.label ?? line.kind],
    ['Activity', (line) => line.text],
    ['About', ({ about }) => (about ? `${subjects[about.subject]?.label ?? about.subject} ${about.id}` : '')],
    ['By', nameActor],
    ['User', ({ user }) => (user ? String(user.id) : '')],
    ['API token', ({ token }) => (token ? String(token.id) : '')],
    ['Number', (line) => String(line.id)],
    ['Time (UTC)', (line) => line.at],
  ])

/** One page of the list, newest first. Days begin and end in the time zone. */
async function listActivity(
  db: Queryable,
  catalog: Catalog,
  { cursor, limit, ...filter }: ActivityQuery,
  timeZone: string,
): Promise<Page<ActivityLine>> {
  const where = matches(filter, timeZone)
  const [rows, total] = await Promise.all([
    readNewest(db, and(where, after(cursor)), limit + 1),
    countRows(db, activity, where),
  ])
  const page = cutPage(rows, limit, total, ({ id }) => id)
  return { ...page, rows: await toLines(db, catalog, page.rows, timeZone) }
}

/** All rows that match the filter, newest first, in batches */
async function* walkActivity(
  db: Queryable,
  catalog: Catalog,
  filter: ActivityFilter,
  { timeZone, batch }: { timeZone: string; batch: number },
): AsyncGenerator<ActivityLine[]> {
  const where = matches(filter, timeZone)
  const read = (cursor?: number) => readNewest(db, and(where, after(cursor)), batch)
  for await (const rows of inBatches(batch, read, ({ id }) => id)) yield toLines(db, catalog, rows, timeZone)
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
    kind === undefined ? undefined : eq(activity.kind, kind),
    from === undefined ? undefined : gte(activity.at, startOf(from, 0)),
    to === undefined ? undefined : lt(activity.at, startOf(to, 1)),
  )
}
