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
import { paths } from '../../contracts/paths.ts'
import { rights } from '../../contracts/roles.ts'
import { recordActivity } from '../activity/record-activity.ts'
import { RequestProblem } from '../errors.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { requireSession } from '../http/guards/session.ts'
import { downloadRoute } from '../http/page-route.ts'
import { orNotFound, route } from '../http/route.ts'
import { readInsights } from './insights.ts'
import type { PageViewCounter } from './page-view-counter.ts'
import { tables, toCsv } from './tables.ts'

export function addInsightsRoutes(
  app: App,
  { db, siteSource, tally }: RouteDeps & { tally: PageViewCounter },
): void {
  async function read(query: InsightsQuery) {
    const { timeZone, content } = await siteSource.read()
    const today = isoDay(new Date(), { timeZone })
    const range = readRange(query, today)
    if ('mistake' in range) throw new RequestProblem('bad-request', { detail: range.mistake })
    // Writes this instance's latest counts first, so that the report includes them.
    await tally.flush()
    return readInsights(db, { ...range, timeZone }, nameButtons(content))
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
      const found = await read(request.query)
      await recordActivity(db, {
        action: 'insights-exported',
        by: requireSession(request).user,
        details: { report },
      })
      const filename = `${report}-${found.from}-to-${found.to}.csv`
      return { type: 'text/csv; charset=utf-8', filename, body: toCsv(tables[report](found)) }
    },
  )
}
