import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { startSignedIn, type TestServer } from '../../../tests/helpers/test-server.ts'
import type { Insights } from '../../insights/contract/insights.ts'
import { insightsPaths } from '../../insights/contract/insights-paths.ts'

async function read(server: TestServer, query: string): Promise<Insights> {
  const response = await server.send(`/api/insights?${query}`, { cookie: await server.signIn() })
  expect(response.status).toBe(200)
  return response.json()
}

test('offers, booked days, and the wait for them are counted, also of erased people', async () => {
  const { server, cookie } = await startSignedIn({ env: { TIME_ZONE: 'America/Los_Angeles' } })
  const nothing = {
    offers: { sent: 0, accepted: 0 },
    booked: 0,
    medianDays: null,
    held: 0,
    came: 0,
    answers: 0,
    rating: null,
    revenue: [],
  }
  expect((await read(server, 'from=2026-03-02&to=2026-03-29')).trainings).toEqual(nothing)
  await server.query(
    `insert into training_waitlist (name, email)
     select 'P', 'p' || n || '@example.org' from generate_series(1, 7) as n`,
  )
  // The first was sent before the range in this time zone, the fifth on its last day.
  await server.query(
    `insert into offers (entry_id, trainer_id, status, days, starts_at, ends_at, format, valid_until, expires_at, token_hash, sent_at)
     select n, 1, (array['accepted','accepted','declined','accepted','lapsed','draft'])[n], '{2026-05-01}', '09:00', '16:00',
       'online', '2026-05-01', '2026-05-01', case when n < 6 then 't' || n end,
       (array['2026-03-02T07:59Z','2026-03-02T08:00Z','2026-03-10Z','2026-03-10Z','2026-03-30T06:59Z',null])[n]::timestamptz
     from generate_series(1, 6) as n`,
  )
  const train = (joined: string, day: string, booked: string, more = 'null, null, null') =>
    server.query(
      `insert into trainings (trainer_id, day, starts_at, ends_at, format, joined_at, booked_at, canceled_at, canceled_by, held_at)
       values (1, '${day}', '09:00', '16:00', 'online', '${joined}', '${booked}', ${more})`,
    )
  // 10, 20, and 31 days. In Los Angeles, the last of these people joined a day earlier.
  await train('2026-03-01T20:00Z', '2026-03-11', '2026-03-05Z', `null, null, '2026-03-12'`)
  await train('2026-03-01T20:00Z', '2026-03-21', '2026-03-05Z')
  await train('2026-03-01T02:00Z', '2026-03-31', '2026-03-05Z')
  await train('2026-03-01T20:00Z', '2026-06-21', '2026-03-05Z', `now(), 'server', null`)
  await train('2025-01-01', '2026-06-21', '2026-04-05Z')
  await train('2025-01-01', '2026-03-15', '2026-01-05Z', 'null, null, now()')
  await server.query(
    `insert into gatherings (uid, feature, title, day, time_zone)
     select uid, 'trainings', 'T', day, 'UTC' from trainings where day in ('2026-03-11', '2026-03-21')`,
  )
  await server.query(
    `insert into attendees (gathering_id, key, name, came_at, marked_at, certificate, rating)
     select id, n, 'P', case when n < 3 then now() end, now(), id || ' ' || n, case when n = 1 then 4 end
     from gatherings, generate_series(1, 3) as n`,
  )
  const query = 'from=2026-03-02&to=2026-03-29'
  expect((await read(server, query)).trainings).toEqual({
    offers: { sent: 4, accepted: 2 },
    booked: 3,
    medianDays: 20,
    held: 2,
    came: 2,
    answers: 1,
    rating: 4,
    revenue: [],
  })
  const csv = await server.send(`${insightsPaths.csv('trainings')}?${query}`, { cookie })
  expect(parse(await csv.text(), { bom: true })).toEqual([
    ['Trainings', 'Number'],
    ['Offers sent', '4'],
    ['Offers accepted', '2'],
    ['Offers accepted per 100 sent', '50'],
    ['Days booked', '3'],
    ['Median days from joining to the booked day', '20'],
    ['Days held', '2'],
    ['People who came', '2'],
    ['Answers to the questions after the day', '1'],
    ['Rating (1 to 5)', '4'],
  ])
  expect(await server.query(`select details from activity where action = 'insights-exported'`)).toEqual([
    { details: { report: 'trainings' } },
  ])
  const helper = await server.signIn({ username: 'Hana', role: 'helper' })
  expect((await server.send(`/api/insights?${query}`, { cookie: helper })).status).toBe(200)
  const refused = await server.send(`${insightsPaths.csv('trainings')}?${query}`, { cookie: helper })
  expect(refused.status).toBe(403)
})
