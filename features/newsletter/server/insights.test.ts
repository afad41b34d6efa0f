import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { startSignedIn } from '../../../tests/helpers/test-server.ts'
import type { Insights } from '../../insights/contract/insights.ts'
import { insightsPaths } from '../../insights/contract/insights-paths.ts'

test('people who subscribed are sign-ups of the page they came from, without those who were imported', async () => {
  const { server, cookie } = await startSignedIn({ env: { TIME_ZONE: 'America/Los_Angeles' } })
  // In Los Angeles, the first was the day before the range, and the last one on its last day.
  await server.query(
    `insert into newsletter_subscriptions (email, source, subscribed_at)
     values ('a@example.org', '/', '2026-03-02T07:59Z'), ('b@example.org', '/', '2026-03-02T08:00Z'),
            ('c@example.org', '/newsletter', '2026-03-10Z'), ('d@example.org', 'import', '2026-03-10Z'),
            ('e@example.org', null, '2026-03-30T06:59Z'), ('f@example.org', null, '2026-03-30T07:00Z')`,
  )
  const query = 'from=2026-03-02&to=2026-03-29'
  const found: Insights = await (await server.send(`/api/insights?${query}`, { cookie })).json()
  expect(found.totals.signUps).toEqual({ now: 3, before: 1 })
  const bySource = Object.fromEntries(found.signUps.map(({ source, newsletter }) => [source, newsletter]))
  expect(bySource).toEqual({ '/': 1, '/newsletter': 1, null: 1 })
  const csv = await (await server.send(`${insightsPaths.csv('sign-ups')}?${query}`, { cookie })).text()
  const rows: string[][] = parse(csv, { bom: true })
  const column = rows[0]?.indexOf('Newsletter') ?? -1
  expect(Object.fromEntries(rows.slice(1).map((row) => [row[0], row[column]]))).toEqual({
    'Home page': '1',
    'Newsletter page': '1',
    'Unknown page': '1',
  })
})
