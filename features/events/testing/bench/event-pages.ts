import { launchApp } from '../../../../tests/bench/app-process.ts'
import { measurePage } from '../../../../tests/bench/lighthouse.ts'
import { withDatabase } from '../../../../tests/bench/long-post.ts'
import { postWeightRow, transferPage } from '../../../../tests/bench/page-weight.ts'
import type { Bench, Row } from '../../../../tests/bench/row.ts'
import { dayFromNow } from '../../../calendar/testing/calendar.ts'
import { eventPaths } from '../../contract/event-paths.ts'
import { events } from '../../schema.ts'
import { eventFacts } from '../event-office.ts'

const dates = 12

/** The list of dates and the page of one have the bars of a post: no script, and as early. */
export const bench: Bench = {
  name: 'event pages',
  async measure({ databaseUrl }) {
    const connectionString = await databaseUrl()
    const rows = Array.from({ length: dates }, (_, index) => ({
      ...eventFacts,
      slug: `date-${index}`,
      status: 'published' as const,
      day: dayFromNow(index + 1),
      publishedAt: new Date(),
    }))
    await withDatabase(connectionString, (db) => db.insert(events).values(rows))
    const app = await launchApp({ DATABASE_URL: connectionString })
    const measured: Row[] = []
    for (const path of [eventPaths.list, eventPaths.event('date-0')]) {
      const { read } = await transferPage(`${app.url}${path}`)
      measured.push(postWeightRow(path, read), ...(await measurePage(path, app)))
    }
    await app.stop()
    return measured
  },
}
