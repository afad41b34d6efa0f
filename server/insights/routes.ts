import { z } from 'zod/mini'
import { nameButtons } from '../../contracts/clicks.ts'
import { isoDay } from '../../contracts/format-date.ts'
import {
  type InsightsQuery,
  insightsQuery,
  insightsRead,
  insightsReports,
  readRange,
} from '../../contracts/insights.ts'
import { nameOfPage } from '../../contracts/page-name.ts'
import { paths } from '../../contracts/paths.ts'
import { rights } from '../../contracts/roles.ts'
import { detailed, exportKind, recorderOf } from '../activity/record-activity.ts'
import { RequestProblem } from '../errors.ts'
import { type Feature, isOn } from '../feature.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { csvLine } from '../http/csv.ts'
import { requireSession } from '../http/guards/session.ts'
import { downloadRoute } from '../http/page-route.ts'
import { orNotFound, route } from '../http/route.ts'
import { perHundred, type Reports } from '../insights-part.ts'
import type { PageViewCounter } from '../visits/page-view-counter.ts'
import { readInsights } from './insights.ts'

export const insightsActions = {
  'insights-exported': detailed(
    exportKind,
    { report: z.enum(insightsReports) },
    ({ report }) => `Downloaded the report on ${report}`,
  ),
}
const recordActivity = recorderOf(insightsActions)

type Deps = RouteDeps & { tally: PageViewCounter; features: Feature[] }

export function addInsightsRoutes(app: App, { db, siteSource, tally, features }: Deps): void {
  const reports: Reports = Object.assign({}, ownReports, ...features.map(({ insights }) => insights?.reports))
  async function read(query: InsightsQuery) {
    const { timeZone, content, off } = await siteSource.read()
    const today = isoDay(new Date(), { timeZone })
    const range = readRange(query, today)
    if ('mistake' in range) throw new RequestProblem('bad-request', { detail: range.mistake })
    // Writes this instance's latest counts first, so that the report includes them.
    await tally.flush()
    return readInsights(db, features.filter(isOn(off)), { ...range, timeZone }, nameButtons(content))
  }

  route(app, insightsRead, { audience: 'admin', role: rights.work }, ({ query }) => read(query))

  downloadRoute(
    app,
    paths.api.insightsCsv(':report'),
    {
      role: rights.export,
      summary: 'One report of the insights as CSV',
      params: z.object({ report: z.string() }),
      query: insightsQuery,
    },
    async (request) => {
      const report = orNotFound(insightsReports.find((known) => known === request.params.report))
      const toRows = orNotFound(reports[report])
      const found = await read(request.query)
      await recordActivity(db, {
        action: 'insights-exported',
        by: requireSession(request).user,
        details: { report },
      })
      const filename = `${report}-${found.from}-to-${found.to}.csv`
      return { type: 'text/csv; charset=utf-8', filename, body: toCsv(toRows(found)) }
    },
  )
}

const ownReports: Reports = {
  clicks: ({ weeks, clicks }) => [
    ['Button', ...weeks.map((week) => `Week of ${week}`), 'All'],
    ...clicks.map(({ name, perWeek, total }) => [name, ...perWeek, total]),
  ],
  'sign-ups': ({ signUps }) => [
    ['Page', 'Address', 'Waitlist', 'Contact', 'Newsletter'],
    ...signUps.map(({ source, title, waitlist, contact, newsletter }) => [
      source === null ? 'Unknown page' : nameOfPage(source, title),
      source ?? '',
      waitlist,
      contact,
      newsletter,
    ]),
  ],
  posts: ({ weeks, posts }) => [
    ['Week of', 'Posts published', 'Post views'],
    ...weeks.map((week, index) => [week, posts.published[index] ?? 0, posts.reads[index] ?? 0]),
  ],
  pages: ({ pages }) => [
    ['Page', 'Address', 'Views', 'Clicks', 'Clicks per 100 views'],
    ...pages.map(({ path, title, views, clicks }) => [
      nameOfPage(path, title),
      path,
      views,
      clicks,
      perHundred(clicks, views),
    ]),
  ],
}

/** Formats a table as CSV. The byte order mark at its start tells spreadsheets that it is UTF-8. */
function toCsv(table: (string | number)[][]): string {
  return `\ufeff${table.map((row) => csvLine(row.map(String))).join('')}`
}
