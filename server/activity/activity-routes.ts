import { Readable } from 'node:stream'
import { activityExportQuery, activityList, activityUserList } from '../../contracts/activity.ts'
import { isoDay } from '../../contracts/format-date.ts'
import { paths } from '../../contracts/paths.ts'
import { rights } from '../../contracts/roles.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { requireSession } from '../http/guards/session.ts'
import { downloadRoute } from '../http/page-route.ts'
import { sendRows } from '../http/paging.ts'
import { route } from '../http/route.ts'
import { activityCsv } from './activity-csv.ts'
import { listUsers } from './activity-lines.ts'
import { listActivity, walkActivity } from './list-activity.ts'
import { recordActivity } from './record-activity.ts'

/** Max rows in memory while a CSV file is written */
const exportBatch = 500

export function addActivityRoutes(app: App, { db, siteSource }: RouteDeps): void {
  route(app, activityList, { audience: 'admin', role: rights.readActivity }, async (context) => {
    const { timeZone } = await siteSource.read()
    return sendRows(context, await listActivity(db, context.query, timeZone))
  })

  route(app, activityUserList, { audience: 'admin', role: rights.readActivity }, () => listUsers(db))

  downloadRoute(
    app,
    paths.api.activityFile,
    {
      role: rights.readActivity,
      summary: 'The same list as a CSV file',
      description: '`bom=1` for Excel.',
      query: activityExportQuery,
    },
    async (request) => {
      const { bom, ...filter } = request.query
      const { timeZone } = await siteSource.read()
      const batches = walkActivity(db, filter, { timeZone, batch: exportBatch })
      // The first batch is read before the response begins, so that a failure still gets an error response.
      const first = await batches.next()
      await recordActivity(db, { action: 'activity-exported', by: requireSession(request).user })
      async function* write() {
        yield `${bom ? '\ufeff' : ''}${activityCsv.head}${first.done ? '' : activityCsv.lines(first.value, timeZone)}`
        for await (const lines of batches) yield activityCsv.lines(lines, timeZone)
      }
      const filename = `activity-${isoDay(new Date(), { timeZone })}.csv`
      return { type: 'text/csv; charset=utf-8', filename, body: Readable.from(write()) }
    },
  )
}
