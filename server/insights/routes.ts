import { z } from 'zod/mini'
import { clickCreate, nameButtons } from '../../contracts/clicks.ts'
import { isoDay } from '../../contracts/format-date.ts'
import {
  type Insights,
  type InsightsQuery,
  type InsightsReport,
  insightsQuery,
  insightsRead,
  insightsReports,
  readRange,
} from '../../contracts/insights.ts'
import { nameOfPage } from '../../contracts/page-name.ts'
import { paths } from '../../contracts/paths.ts'
import { monthNames, planTopicLabels } from '../../contracts/plan.ts'
import { rights } from '../../contracts/roles.ts'
import { recordActivity } from '../activity/record-activity.ts'
import { RequestProblem } from '../errors.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { tellVisitor } from '../http/bot-detection.ts'
import { csvLine } from '../http/csv.ts'
import { requireSession } from '../http/guards/session.ts'
import { createVisitorGuard } from '../http/limits/visitor-limit.ts'
import { downloadRoute } from '../http/page-route.ts'
import { orNotFound, route } from '../http/route.ts'
import { countClick } from './clicks.ts'
import { readInsights } from './insights.ts'
import type { PageViewCounter } from './page-view-counter.ts'
import { isFormerButton } from './remember-buttons.ts'

export function addInsightsRoutes(app: App, deps: RouteDeps & { tally: PageViewCounter }): void {
  const { db, siteSource, tally } = deps
  addClickRoutes(app, deps)
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

type Table = (string | number)[][]

/** The rows of each report as a spreadsheet. The first row has the headings. */
const tables: Record<InsightsReport, (insights: Insights) => Table> = {
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
  plans: ({ plans }) => [
    ['Training plans', 'People'],
    ['Joined the waitlist', plans.joined],
    ['Answered', plans.answered],
    ...plans.topics.map(({ topic, people }) => [planTopicLabels[topic], people]),
    ...plans.months.map((people, index) => [monthNames[index] ?? '', people]),
  ],
  trainings: ({ trainings: { offers, booked, medianDays, held } }) => [
    ['Trainings', 'Number'],
    ['Offers sent', offers.sent],
    ['Offers accepted', offers.accepted],
    ['Offers accepted per 100 sent', offers.sent === 0 ? '' : perHundred(offers.accepted, offers.sent)],
    ['Days booked', booked],
    ['Median days from joining to the booked day', medianDays ?? ''],
    ['Days held', held],
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

/** With one decimal */
const perHundred = (part: number, whole: number) => Math.round((part / whole) * 1000) / 10

/** Formats a table as CSV. The byte order mark at its start tells spreadsheets that it is UTF-8. */
function toCsv(table: Table): string {
  return `\ufeff${table.map((row) => csvLine(row.map(String))).join('')}`
}

/** Far more clicks than visitors make, even when many share one address. */
const clickLimit = { max: 300, minutes: 10 }

function addClickRoutes(
  app: App,
  { config, db, siteSource, tally }: RouteDeps & { tally: PageViewCounter },
): void {
  const refuseTooMany = createVisitorGuard(app, clickLimit)

  app.register(async (clicks: App) => {
    // A link's ping sends "PING" and a beacon an empty text; only the query of the URL matters.
    clicks.removeAllContentTypeParsers()
    clicks.addContentTypeParser(
      ['text/ping', 'text/plain', 'application/json'],
      { parseAs: 'string', bodyLimit: 1024 },
      (_request, _body, done) => done(null, undefined),
    )

    route(clicks, clickCreate, { audience: 'everyone' }, async ({ query, request }) => {
      await refuseTooMany(request)
      if (config.isRehearsal) return
      // An unknown name would let strangers fill the statistics. Pages that are still open may have former buttons.
      const buttons = nameButtons((await siteSource.read()).content)
      if (!buttons.has(query.service) && !(await isFormerButton(db, query.service))) return
      const userAgent = request.headers['user-agent'] ?? ''
      if (tellVisitor(request.headers, config) === 'person')
        await countClick(db, {
          service: query.service,
          source: request.findSourcePage(),
          ip: request.ip,
          userAgent,
        })
      else tally.addLeftOut('click-bots')
    })
  })
}
