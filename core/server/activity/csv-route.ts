import { Readable } from 'node:stream'
import { isoDay } from '../../contract/format-date.ts'
import type { Queryable } from '../db/connect.ts'
import type { App, RouteDeps } from '../http/app.ts'
import type { WriteCsv } from '../http/csv.ts'
import { requireSession } from '../http/guards/session.ts'
import { type DownloadOptions, downloadRoute, type PageRequest } from '../http/page-route.ts'
import type { ActingUser } from './record-activity.ts'

/** Max rows in memory while a CSV file is written */
const batchSize = 500

type CsvFile<Row, Params, Query> = {
  csv: WriteCsv<Row>
  /** All rows in batches. `today` is the day in the site's time zone. */
  walk(
    request: PageRequest<Params, Query>,
    options: { batch: number; timeZone: string; today: string },
  ): AsyncGenerator<Row[]>
  filename(today: string, request: PageRequest<Params, Query>): string
  /** Adds the download to Activity */
  record?(db: Queryable, by: ActingUser): Promise<void>
}

/**
 * Adds the route of a CSV file with a whole list, which is written while it is read. With `bom` in the query, or without
 * a query, it begins with a byte order mark, which Excel needs.
 */
export function csvRoute<
  Row,
  Params = unknown,
  Query extends { bom?: '1' | undefined } = { bom?: '1' | undefined },
>(
  app: App,
  { db, siteSource }: Pick<RouteDeps, 'db' | 'siteSource'>,
  path: string,
  options: DownloadOptions<Params, Query>,
  { csv, walk, filename, record }: CsvFile<Row, Params, Query>,
): void {
  downloadRoute<Params, Query>(app, path, options, async (request) => {
    const { timeZone } = await siteSource.read()
    const today = isoDay(new Date(), { timeZone })
    const pieces = csv(walk(request, { batch: batchSize, timeZone, today }), timeZone)
    // The first batch is read before the response begins, so that a failure still gets an error response.
    const first = await pieces.next()
    await record?.(db, requireSession(request).user)
    // Fastify's types do not resolve a query inside of a generic function, hence the cast.
    const { bom } = (options.query ? request.query : { bom: '1' }) as { bom?: '1' }
    async function* write() {
      yield `${bom ? '\ufeff' : ''}${first.value}`
      yield* pieces
    }
    const body = Readable.from(write())
    return { type: 'text/csv; charset=utf-8', filename: filename(today, request), body }
  })
}
