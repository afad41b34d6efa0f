import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { ClickService } from '../../contracts/clicks.ts'
import { type Insights, rangeBefore, weekOf, weeksOf } from '../../contracts/insights.ts'
import { paths } from '../../contracts/paths.ts'
import { planTopics } from '../../contracts/plan.ts'
import type { Queryable } from '../db/connect.ts'
import { oneRow } from '../db/one-row.ts'
import { contactSubmissions, trainingWaitlist } from '../db/schema/entries.ts'
import { calendarClicks, type LeftOutKind, leftOut, pageViews } from '../db/schema/insights.ts'
import { newsletterSubscriptions } from '../db/schema/newsletter.ts'
import { planAnswers } from '../db/schema/plan.ts'
import { blogPosts } from '../db/schema/posts.ts'
import { offers, trainings } from '../db/schema/trainings.ts'
import { isPublicPost } from '../posts/post-rows.ts'
import { findPostTitles } from '../posts/reading/post-titles.ts'
import { listFormerButtons } from './remember-buttons.ts'

type Range = { from: string; to: string; timeZone: string }
/** Names of the buttons that the site has now, by the value of `service` */
type Buttons = ReadonlyMap<ClickService, string>

/** Max number of rows in a report with one row per page. */
const maxPages = 50

/** Reads all figures of a range of days. */
export async function readInsights(db: Queryable, range: Range, buttons: Buttons): Promise<Insights> {
  const { from, to, timeZone } = range
  const weeks = weeksOf(from, to)
  const previous = { ...rangeBefore(range), timeZone }
  const [now, before, clicks, formerButtons, signUps, plans, booked, published, pages, reads, left] =
    await Promise.all([
      countTotals(db, range),
      countTotals(db, previous),
      countClicks(db, range, weeks),
      listFormerButtons(db),
      countSignUps(db, range, previous),
      countPlans(db, range),
      countTrainings(db, range),
      countPublished(db, range),
      listPages(db, range),
      countReads(db, range),
      countLeftOut(db, range),
    ])
  return {
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
    trainings: booked,
    posts: {
      published: weeks.map((week) => published.get(week) ?? 0),
      reads: weeks.map((week) => reads.get(week) ?? 0),
    },
    pages,
    leftOut: left,
  }
}

async function countTotals(db: Queryable, range: Range) {
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
async function countClicks(db: Queryable, range: Range, weeks: string[]): Promise<Map<string, number>> {
  const beginnings = sql`(select array_agg(week::timestamp at time zone ${range.timeZone} order by week)
    from unnest(${sql.param(weeks)}::date[]) as week)`
  const { rows } = await db.execute<{ service: ClickService; week: number; clicks: number }>(
    sql`select service, width_bucket(created_at, ${beginnings}) - 1 as week, count(*)::int as clicks
      from ${calendarClicks} where ${within(sql`created_at`, range)} group by 1, 2`,
  )
  return new Map(rows.map(({ service, week, clicks }) => [`${service} ${week}`, clicks]))
}

type SignUpForm = 'waitlist' | 'contact' | 'newsletter'

/** Counts the sign-ups of both ranges, and those of `range` by the page that contained the form. */
async function countSignUps(db: Queryable, range: Range, previous: Range) {
  const { rows } = await db.execute<{
    isNow: boolean
    source: string | null
    form: SignUpForm
    count: number
  }>(
    sql`select "isNow", source, form, count(*)::int from (${listSignUps(range, previous)}) as signed_up
      group by 1, 2, 3`,
  )
  const totals = { now: 0, before: 0 }
  const sources = new Map<string | null, Record<SignUpForm, number>>()
  for (const { isNow, source, form, count } of rows) {
    totals[isNow ? 'now' : 'before'] += count
    if (!isNow) continue
    const counts = sources.get(source) ?? { waitlist: 0, contact: 0, newsletter: 0 }
    sources.set(source, { ...counts, [form]: count })
  }
  const sum = ({ waitlist, contact, newsletter }: Record<SignUpForm, number>) =>
    waitlist + contact + newsletter
  const most = [...sources]
    .map(([source, counts]) => ({ source, ...counts }))
    .sort((a, b) => sum(b) - sum(a) || ((a.source ?? '\u{10FFFF}') < (b.source ?? '\u{10FFFF}') ? -1 : 1))
    .slice(0, maxPages)
  const titles = await findPostTitles(
    db,
    most.flatMap(({ source }) => source ?? []),
  )
  const bySource = most.map((row) => ({ ...row, title: titles.get(row.source ?? '') ?? null }))
  return { totals, bySource }
}

/** All submitted forms except spam, and all newsletter subscriptions except imported ones, of two ranges in a row */
function listSignUps(range: Range, previous: Range): SQL {
  const list = (table: PgTable, form: SignUpForm, at: SQL, condition: SQL) =>
    sql`select source, ${sql.raw(`'${form}'`)} as form, ${at} >= ${startOf(range)} as "isNow" from ${table}
      where ${condition} and ${within(at, { ...range, from: previous.from })}`
  const isNoSpam = sql`suspected_at is null`
  const isNoImport = sql`source is distinct from 'import'`
  return sql`${list(trainingWaitlist, 'waitlist', sql`created_at`, isNoSpam)}
    union all ${list(contactSubmissions, 'contact', sql`created_at`, isNoSpam)}
    union all ${list(newsletterSubscriptions, 'newsletter', sql`subscribed_at`, isNoImport)}`
}

/** Counts what people on the waitlist answered to "Help us plan", without spam. */
async function countPlans(db: Queryable, range: Range): Promise<Insights['plans']> {
  // Each row counts equal values of one of the three columns; the other two are null.
  const { rows } = await db.execute<{
    people: number
    answered: boolean | null
    topics: string[] | null
    months: number[] | null
  }>(
    sql`select count(*)::int as people, entry_id is not null as answered, topics, months
      from ${trainingWaitlist} left join ${planAnswers} on entry_id = id
      where suspected_at is null and ${within(sql`created_at`, range)}
      group by grouping sets (entry_id is not null, topics, months)`,
  )
  const count = (isCounted: (row: (typeof rows)[number]) => boolean | undefined) =>
    rows.filter(isCounted).reduce((sum, { people }) => sum + people, 0)
  return {
    joined: count(({ answered }) => answered !== null),
    answered: count(({ answered }) => answered === true),
    topics: planTopics.map((topic) => ({ topic, people: count(({ topics }) => topics?.includes(topic)) })),
    months: Array.from({ length: 12 }, (_, index) => count(({ months }) => months?.includes(index + 1))),
  }
}

/** Counts offers and booked days. Those of erased people count as long as their rows are there: held days stay. */
async function countTrainings(db: Queryable, range: Range): Promise<Insights['trainings']> {
  const { rows } = await db.execute<{
    sent: number
    accepted: number
    booked: number
    held: number
    medianDays: number | null
  }>(
    sql`select
      (select count(*)::int from ${offers} where ${within(sql`sent_at`, range)}) as sent,
      (select count(*)::int from ${offers} where ${within(sql`sent_at`, range)} and status = 'accepted') as accepted,
      (select count(*)::int from ${trainings}
        where day between ${range.from} and ${range.to} and held_at is not null) as held,
      count(*)::int as booked,
      round(percentile_cont(0.5) within group (
        order by day - (joined_at at time zone ${range.timeZone})::date))::int as "medianDays"
      from ${trainings} where canceled_at is null and ${within(sql`booked_at`, range)}`,
  )
  const { sent, accepted, ...booked } = oneRow(rows)
  return { offers: { sent, accepted }, ...booked }
}

async function countPublished(db: Queryable, range: Range): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ week: string; posts: number }>(
    sql`select date_trunc('week', published_at at time zone ${range.timeZone})::date::text as week,
        count(*)::int as posts from ${blogPosts}
      where ${isPublicPost} and ${within(sql`published_at`, range)}
      group by 1`,
  )
  return new Map(rows.map(({ week, posts }) => [week, posts]))
}

/** Lists the most viewed pages with their clicks. Posts whose slug has changed since then also get their titles. */
async function listPages(db: Queryable, range: Range): Promise<Insights['pages']> {
  const { rows } = await db.execute<{ path: string; views: number; clicks: number }>(
    sql`select path, views, coalesce(clicks, 0) as clicks
      from (select path, sum(views)::int as views from ${pageViews}
        where day between ${range.from} and ${range.to} group by 1 order by 2 desc, 1 limit ${maxPages}) as viewed
      left join (select source, count(*)::int as clicks from ${calendarClicks}
        where ${within(sql`created_at`, range)} group by 1) as clicked on source = path
      order by views desc, path`,
  )
  const titles = await findPostTitles(
    db,
    rows.map(({ path }) => path),
  )
  return rows.map((row) => ({ ...row, title: titles.get(row.path) ?? null }))
}

/** Counts views of posts by week. */
async function countReads(db: Queryable, { from, to }: Range): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ day: string; views: number }>(
    sql`select day::text, sum(views)::int as views from ${pageViews}
      where day between ${from} and ${to}
        and starts_with(path, ${paths.post('')}) and not starts_with(path, ${paths.blogTag('')})
      group by 1`,
  )
  const reads = new Map<string, number>()
  for (const { day, views } of rows) reads.set(weekOf(day), (reads.get(weekOf(day)) ?? 0) + views)
  return reads
}

async function countLeftOut(db: Queryable, { from, to }: Range): Promise<Insights['leftOut']> {
  const sum = (what: LeftOutKind) => sql`coalesce(sum(count) filter (where what = ${what}), 0)::int`
  const { rows } = await db.execute<Insights['leftOut']>(
    sql`select ${sum('click-bots')} as "clickBots", ${sum('view-bots')} as "viewBots",
        ${sum('view-prefetches')} as "viewPrefetches"
      from ${leftOut} where day between ${from} and ${to}`,
  )
  return oneRow(rows)
}

function within(column: SQL, range: Range): SQL {
  return sql`${column} >= ${startOf(range)}
    and ${column} < (${range.to}::date + 1)::timestamp at time zone ${range.timeZone}`
}

function startOf({ from, timeZone }: Range): SQL {
  return sql`${from}::date::timestamp at time zone ${timeZone}`
}
