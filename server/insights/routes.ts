import { z } from 'zod/mini'
import { isoDay } from '../../contracts/format-date.ts'
import {
  type InsightsQuery,
  insights,
  insightsQuery,
  insightsReports,
  readRange,
} from '../../contracts/insights.ts'
import { paths } from '../../contracts/paths.ts'
import { RequestProblem } from '../errors.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { readInsights } from './insights.ts'
import type { PageViewCounter } from './page-view-counter.ts'
import { tables, toCsv } from './tables.ts'

export function addInsightsRoutes(
  app: App,
  { db, siteSource, tally }: RouteDeps & { tally: PageViewCounter },
): void {
  const config = { audience: 'admin', kind: 'call' } as const

  async function read(query: InsightsQuery) {
    const { timeZone } = await siteSource.read()
    const today = isoDay(new Date(), { timeZone })
    const range = readRange(query, today)
    if ('mistake' in range) throw new RequestProblem('bad-request', { detail: range.mistake })
    // What this instance has counted a moment ago.
    await tally.flush()
    return readInsights(db, { ...range, timeZone })
  }

  app.get(
    paths.api.insights,
    {
      config,
      schema: {
        summary: 'Clicks, sign-ups, posts and page views of a range of days',
        description: 'Without `from` and `to`: the last twelve weeks, this one included.',
        querystring: insightsQuery,
        response: { 200: insights },
      },
    },
    (request) => read(request.query),
  )

  app.get(
    paths.api.insightsCsv(':report'),
    {
      config,
      schema: {
        summary: 'One report of the insights as CSV',
        params: z.object({ report: z.string() }),
        querystring: insightsQuery,
      },
    },
    async (request, reply) => {
      const report = insightsReports.find((known) => known === request.params.report)
      if (!report) throw new RequestProblem('not-found')
      const found = await read(request.query)
      const name = `${report}-${found.from}-to-${found.to}.csv`
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(toCsv(tables[report](found)))
    },
  )
}
