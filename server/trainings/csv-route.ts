import { Readable } from 'node:stream'
import { z } from 'zod/mini'
import { isoDay } from '../../contracts/format-date.ts'
import { rights } from '../../contracts/roles.ts'
import { recordActivity } from '../activity/record-activity.ts'
import type { App } from '../http/app.ts'
import type { createCsv } from '../http/csv.ts'
import { requireSession } from '../http/guards/session.ts'
import { downloadRoute } from '../http/page-route.ts'
import type { TrainingRouteDeps } from './route-deps.ts'

/** Max rows in memory while a CSV file is written */
const exportBatch = 500

/** Adds the route of a CSV file with a whole list, which is written while it is read. */
export function addCsvRoute<Row>(
  app: App,
  { db, siteSource }: TrainingRouteDeps,
  file: {
    path: string
    summary: string
    action: 'offers-exported' | 'trainings-exported'
    /** The first word of the file's name */
    name: string
    csv: ReturnType<typeof createCsv<Row>>
    walk: (batch: number) => AsyncGenerator<Row[]>
  },
): void {
  downloadRoute(
    app,
    file.path,
    {
      role: rights.export,
      summary: file.summary,
      description: 'Cells that look like formulas are made harmless. `bom=1` for Excel.',
      query: z.strictObject({ bom: z.optional(z.literal('1')) }),
    },
    async (request) => {
      const { timeZone } = await siteSource.read()
      const batches = file.walk(exportBatch)
      // The first batch is read before the response begins, so that a failure still gets an error response.
      const first = await batches.next()
      await recordActivity(db, { action: file.action, by: requireSession(request).user })
      const { bom } = request.query
      async function* write() {
        yield `${bom ? '\ufeff' : ''}${file.csv.head}${first.done ? '' : file.csv.lines(first.value, timeZone)}`
        for await (const rows of batches) yield file.csv.lines(rows, timeZone)
      }
      const filename = `${file.name}-${isoDay(new Date(), { timeZone })}.csv`
      return { type: 'text/csv; charset=utf-8', filename, body: Readable.from(write()) }
    },
  )
}
