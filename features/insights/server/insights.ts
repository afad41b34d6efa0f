import { sql } from 'drizzle-orm'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { oneRow } from '../../../core/server/db/one-row.ts'
import type { Feature } from '../../manifest/feature.ts'
import { type DayRange, type Rows, startOf, within } from '../../manifest/insights-part.ts'
import { countPlans } from '../../people/server/people-insights.ts'
import { postPaths } from '../../posts/contract/post-paths.ts'
import { findPostTitles } from '../../posts/server/reading/post-titles.ts'
import { countPublished } from '../../posts/server/reading/public-posts.ts'
import { calendarClicks, type LeftOutKind, leftOut, pageViews } from '../../site/schema/visits.ts'
import { listFormerButtons } from '../../site/server/visits/remember-buttons.ts'
import { type Insights, rangeBefore, weekOf, weeksOf } from '../contract/insights.ts'

/** Names of the buttons that the site has now, by the value of `service` */
type Buttons = ReadonlyMap<string, string>

/** Max number of rows in a report with one row per page. */
const maxPages = 50

/** Reads all figures of a range of days, and the reports that other features make of theirs. */
export async function readInsights(
  db: Queryable,
  features: Feature[],
  range: DayRange,
  buttons: Buttons,
): Promise<{ found: Insights; reports: [name: string, Rows][] }> {
  const { from, to, timeZone } = range
  const weeks = weeksOf(from, to)
  const previous = { ...rangeBefore(range), timeZone }
  const parts = features.flatMap(({ insights }) => insights?.figures ?? [])
  const [now, before, clicks, formerButtons, signUps, plans, published, pages, reads, left, ...others] =
    await Promise.all([
      countTotals(db, range),
      countTotals(db, previous),
      countClicks(db, range, weeks),
      listFormerButtons(db),
      countSignUps(db, features, range, previous),
      countPlans(db, range),
      countPublished(db, range),
      listPages(db, range),
      countReads(db, range),
      countLeftOut(db, range),
      ...parts.map(async ({ name, read }) => ({ name, ...(await read(db, range)) })),
    ])
  const found = {
    from,
    to,
    timeZone,
    previous: { from: previous.from, to: previous.to },
    totals: {
      views: { now: now.views, before: before.views },
      clicks: { now: now.clicks, before: before.clicks },
      signUps: signUps.totals,
    },
    weeks,
    clicks: [...new Map([...formerButtons, ...buttons])]
      .map(([service, name]) => {
        const perWeek = weeks.map((_, index) => clicks.get(`${service} ${index}`) ?? 0)
        return { service, name, total: perWeek.reduce((sum, count) => sum + count, 0), perWeek }
      })
      // A button that the site no longer has is listed only with its clicks.
      .filter(({ service, total }) => total > 0 || buttons.has(service))
      .sort((a, b) => b.total - a.total),
    signUps: signUps.bySource,
    plans,
    ...Object.fromEntries(others.map(({ name, figures }) => [name, figures])),
    posts: {
      published: weeks.map((week) => published.get(week) ?? 0),
      reads: weeks.map((week) => reads.get(week) ?? 0),
    },
    pages,
    leftOut: left,
  }
  return { found, reports: others.map(({ name, rows }) => [name, rows]) }
}

async function countTotals(db: Queryable, range: DayRange) {
  const { rows } = await db.execute<{ views: number; clicks: number }>(
    sql`select
      (select coalesce(sum(views), 0)::int from ${pageViews} where day between ${range.from} and ${range.to}) as views,
      (select count(*)::int from ${calendarClicks} where ${within(sql`created_at`, range)}) as clicks`,
  )
  return oneRow(rows)
}

/**
 * Counts clicks by button and index of the week (keys such as `booking 3`). The starts of the weeks are computed once
 * instead of for each of a million rows, and the index alone answers the query.
 */
async function countClicks(db: Queryable, range: DayRange, weeks: string[]): Promise<Map<string, number>> {
  const beginnings = sql`(select array_agg(week::timestamp at time zone ${range.timeZone} order by week)
    from unnest(${sql.param(weeks)}::date[]) as week)`
  const { rows } = await db.execute<{ service: string; week: number; clicks: number }>(
    sql`select service, width_bucket(created_at, ${beginnings}) - 1 as week, count(*)::int as clicks
      from ${calendarClicks} where ${within(sql`created_at`, range)} group by 1, 2`,
  )
  return new Map(rows.map(({ service, week, clicks }) => [`${service} ${week}`, clicks]))
}

/** Counts the sign-ups of both ranges, and those of `range` by the page that contained the form. */
async function countSignUps(db: Queryable, features: Feature[], range: DayRange, previous: DayRange) {
  const forms = features.flatMap(({ insights }) => insights?.signUps ?? [])
  const lists = forms.map(
    ({ form, table, at, isCounted }) =>
      sql`select source, ${sql.raw(`'${form}'`)} as form, ${at} >= ${startOf(range)} as "isNow" from ${table}
        where ${isCounted} and ${within(at, { ...range, from: previous.from })}`,
  )
  type Counted = { isNow: boolean; source: string | null; form: string; count: number }
  const { rows } = await db.execute<Counted>(
    sql`select "isNow", source, form, count(*)::int from (${sql.join(lists, sql` union all `)}) as signed_up
      group by 1, 2, 3`,
  )
  const totals = { now: 0, before: 0 }
  const none = Object.fromEntries(forms.map(({ form }) => [form, 0]))
  const sources = new Map<string | null, Record<string, number>>()
  for (const { isNow, source, form, count } of rows) {
    totals[isNow ? 'now' : 'before'] += count
    if (!isNow) continue
    sources.set(source, { ...(sources.get(source) ?? none), [form]: count })
  }
  const sum = (counts: Record<string, number>) => Object.values(counts).reduce((all, one) => all + one, 0)
  const isBefore = (a: string | null, b: string | null) => (a ?? '\u{10FFFF}') < (b ?? '\u{10FFFF}')
  const most = [...sources]
    .sort(([a, counts], [b, others]) => sum(others) - sum(counts) || (isBefore(a, b) ? -1 : 1))
    .slice(0, maxPages)
  const named = most.flatMap(([source]) => source ?? [])
  const titles = await findPostTitles(db, named)
  const titleOf = (source: string | null) => titles.get(source ?? '') ?? null
  return { totals, bySource: most.map(([source, counts]) => ({ source, ...counts, title: titleOf(source) })) }
}

/** Lists the most viewed pages with their clicks. Posts whose slug has changed since then also get their titles. */
async function listPages(db: Queryable, range: DayRange): Promise<Insights['pages']> {
  const { rows } = await db.execute<{ path: string; views: number; clicks: number }>(
    sql`select path, views, coalesce(clicks, 0) as clicks
      from (select path, sum(views)::int as views from ${pageViews}
        where day between ${range.from} and ${range.to} group by 1 order by 2 desc, 1 limit ${maxPages}) as viewed
      left join (select source, count(*)::int as clicks from ${calendarClicks}
        where ${within(sql`created_at`, range)} group by 1) as clicked on source = path
      order by views desc, path`,
  )
  const viewed = rows.map(({ path }) => path)
  const titles = await findPostTitles(db, viewed)
  return rows.map((row) => ({ ...row, title: titles.get(row.path) ?? null }))
}

/** Counts views of posts by week. */
async function countReads(db: Queryable, { from, to }: DayRange): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ day: string; views: number }>(
    sql`select day::text, sum(views)::int as views from ${pageViews}
      where day between ${from} and ${to}
        and starts_with(path, ${postPaths.post('')}) and not starts_with(path, ${postPaths.blogTag('')})
      group by 1`,
  )
  const reads = new Map<string, number>()
  for (const { day, views } of rows) reads.set(weekOf(day), (reads.get(weekOf(day)) ?? 0) + views)
  return reads
}

async function countLeftOut(db: Queryable, { from, to }: DayRange): Promise<Insights['leftOut']> {
  const sum = (what: LeftOutKind) => sql`coalesce(sum(count) filter (where what = ${what}), 0)::int`
  const { rows } = await db.execute<Insights['leftOut']>(
    sql`select ${sum('click-bots')} as "clickBots", ${sum('view-bots')} as "viewBots",
        ${sum('view-prefetches')} as "viewPrefetches"
      from ${leftOut} where day between ${from} and ${to}`,
  )
  return oneRow(rows)
}
