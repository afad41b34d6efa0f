import type { TestServer } from '../../../tests/helpers/launch-server.ts'
import { dayFromNow } from '../../calendar/testing/calendar.ts'
import { announceEvents } from '../server/event-row.ts'

/** Columns of the row */
type Changes = Record<string, string | number | boolean | null>

/** Adds a public date in three weeks, unless `changes` say otherwise. Returns its slug. */
export async function addPublicEvent(
  { instance, query }: TestServer,
  changes: Changes = {},
): Promise<string> {
  const row: Changes = {
    slug: 'ai-for-church-offices',
    status: 'published',
    kind: 'workshop',
    title: 'AI for church offices',
    content: '<p>Bring one letter that you write every month. We’ll write it together.</p>',
    day: dayFromNow(21),
    starts_at: '09:00',
    ends_at: '12:00',
    time_zone: 'America/New_York',
    format: 'in-person',
    place: 'Grace Chapel\n12 Main Street, Springfield, IL',
    published_at: new Date().toISOString(),
    ...changes,
  }
  const names = Object.keys(row)
  await query(
    `insert into events (${names}) values (${names.map((_, index) => `$${index + 1}`)})`,
    Object.values(row),
  )
  await announceEvents(instance.db)
  return String(row.slug)
}
