import * as z from 'zod/mini'
import { isoDay } from '../../../core/contract/format-date.ts'
import { rights } from '../../../core/contract/roles.ts'
import { detailed, exportKind, recorderOf } from '../../../core/server/activity/record-activity.ts'
import { RequestProblem } from '../../../core/server/errors.ts'
import type { App, RouteDeps } from '../../../core/server/http/app.ts'
import { csvLine } from '../../../core/server/http/csv.ts'
import { requireSession } from '../../../core/server/http/guards/session.ts'
import { downloadRoute } from '../../../core/server/http/page-route.ts'
import { orNotFound, route } from '../../../core/server/http/route.ts'
import { type Feature, isOn } from '../../manifest/feature.ts'
import { perHundred, type Rows, type SignUpForm } from '../../manifest/insights-part.ts'
import { monthNames, planTopicLabels } from '../../people/contract/plan.ts'
import { nameButtons } from '../../site/contract/clicks.ts'
import { nameOfPage } from '../../site/contract/page-name.ts'
import type { PageViewCounter } from '../../site/server/visits/page-view-counter.ts'
import {
  type Insights,
  type InsightsQuery,
  insights,
  insightsQuery,
  insightsRead,
  namePages,
  readRange,
} from '../contract/insights.ts'
import { insightsPaths } from '../contract/insights-paths.ts'
import { readInsights } from './insights.ts'

export const insightsActions = {
  'insights-exported': detailed(
    exportKind,
    { report: z.string().check(z.regex(/^[a-z-]{1,30}$/)) },
    ({ report }) => `Downloaded the report on ${report}`,
  ),
}
const recordActivity = recorderOf(insightsActions)

type Deps = RouteDeps & { tally: PageViewCounter; features: Feature[] }

export function addInsightsRoutes(app: App, { db, siteSource, tally, features }: Deps): void {
  async function read(query: InsightsQuery) {
    const { timeZone, content, off } = await siteSource.read()
    const today = isoDay(new Date(), { timeZone })
    const range = readRange(query, today)
    if ('mistake' in range) throw new RequestProblem('bad-request', { detail: range.mistake })
    // Writes this instance's latest counts first, so that the report includes them.
    await tally.flush()
    return readInsights(db, features.filter(isOn(off)), { ...range, timeZone }, nameButtons(content))
  }

  const others = features.flatMap(({ insights }) => insights?.figures ?? [])
  const figures = Object.fromEntries(others.map(({ name, schema }) => [name, z.optional(schema)]))
  const endpoint = { ...insightsRead, response: z.extend(insights, figures) }
  const admin = { audience: 'admin', role: rights.work } as const
  route(app, endpoint, admin, async ({ query }) => (await read(query)).found)

  downloadRoute(
    app,
    insightsPaths.csv(':report'),
    {
      role: rights.export,
      summary: 'One report of the insights as CSV',
      params: z.object({ report: z.string() }),
      query: insightsQuery,
    },
    async (request) => {
      const { report } = request.params
      const { found, reports } = await read(request.query)
      const forms = features.flatMap(({ insights }) => insights?.signUps ?? [])
      const all = new Map([...Object.entries(makeReports(namePages(found, features), forms)), ...reports])
      const rows = orNotFound(all.get(report))
      await recordActivity(db, {
        action: 'insights-exported',
        by: requireSession(request).user,
        details: { report },
      })
      const filename = `${report}-${found.from}-to-${found.to}.csv`
      // The byte order mark tells spreadsheets that the file is UTF-8.
      const body = `\ufeff${rows.map((row) => csvLine(row.map(String))).join('')}`
      return { type: 'text/csv; charset=utf-8', filename, body }
    },
  )
}

const makeReports = (
  { weeks, clicks, signUps, plans, posts, pages }: Insights,
  forms: SignUpForm[],
): Record<string, Rows> => ({
  clicks: [
    ['Button', ...weeks.map((week) => `Week of ${week}`), 'All'],
    ...clicks.map(({ name, perWeek, total }) => [name, ...perWeek, total]),
  ],
  'sign-ups': [
    ['Page', 'Address', ...forms.map(({ label }) => label)],
    ...signUps.map(({ source, title, ...counts }) => [
      source === null ? 'Unknown page' : nameOfPage(source, title),
      source ?? '',
      ...forms.map(({ form }) => Number(counts[form])),
    ]),
  ],
  plans: [
    ['Training plans', 'People'],
    ['Joined the waitlist', plans.joined],
    ['Answered', plans.answered],
    ...plans.topics.map(({ topic, people }) => [planTopicLabels[topic], people]),
    ...plans.months.map((people, index) => [monthNames[index] ?? '', people]),
  ],
  posts: [
    ['Week of', 'Posts published', 'Post views'],
    ...weeks.map((week, index) => [week, posts.published[index] ?? 0, posts.reads[index] ?? 0]),
  ],
  pages: [
    ['Page', 'Address', 'Views', 'Clicks', 'Clicks per 100 views'],
    ...pages.map(({ path, title, views, clicks }) => [
      nameOfPage(path, title),
      path,
      views,
      clicks,
      perHundred(clicks, views),
    ]),
  ],
})
