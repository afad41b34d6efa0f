import { expect, test } from 'vitest'
import { deletionDays } from '../../content/legal/retention.ts'
import { paths } from '../../contracts/paths.ts'
import { startTestServer, type TestServer } from '../../tests/helpers/test-server.ts'
import { cleanUp } from '../jobs/clean-up.ts'
import { enqueue } from '../jobs/queue.ts'
import { keepPromises } from './retention.ts'

/** As if that many days had passed: every time in every table lies so much further back. */
async function passDays(server: TestServer, days: number): Promise<void> {
  const columns = await server.query<{ name: string; columns: string[] }>(
    `select table_name as name, array_agg(column_name::text) as columns from information_schema.columns
     where table_schema = 'public' and data_type like 'timestamp%' group by 1`,
  )
  for (const table of columns)
    await server.query(
      `update ${table.name} set ${table.columns.map((name) => `${name} = ${name} - interval '${days} days'`).join(', ')}`,
    )
}

const runJobs = async ({ instance }: TestServer) => {
  await cleanUp(instance.db, instance.media)
  await keepPromises(instance.db)
}

async function fill(server: TestServer, cookie: string): Promise<void> {
  const join = (json: object) => server.send(paths.api.trainingWaitlist, { json })
  await join({ name: 'Ann Example', email: 'ann@example.org', message: 'Delete me' })
  await join({ name: 'Tom', email: 'tom@example.org', message: 'Keep me' })
  await join({ name: 'Bot', email: 'bot@example.org', website: 'x' })
  const json = { name: 'Ann', company: 'Shop', email: 'ANN@example.org' }
  await server.send(paths.api.contact, { json })
  await server.query(
    `insert into newsletter_subscriptions (email) values ('ann@example.org'), ('tom@example.org')`,
  )
  await server.send(paths.api.personNotes('waitlist', 1), { cookie, json: { text: 'About Ann' } })
  await server.send(paths.api.entry('waitlist', 1), { method: 'DELETE', cookie })
}

test('with the clock 31 days on, what was asked to be deleted is gone everywhere, and an open entry is still there', async () => {
  const server = await startTestServer()
  const cookie = await server.signIn()
  await fill(server, cookie)
  await server.query(
    `insert into calendar_clicks (service, user_agent, ip_address) values ('consultation', 'Firefox, desktop', 'hash')`,
  )
  await passDays(server, deletionDays - 2)
  await runJobs(server)
  expect(await server.query('select name from training_waitlist')).toHaveLength(3)

  await passDays(server, 33 - deletionDays)
  await runJobs(server)
  expect(await server.query('select name from training_waitlist order by id')).toEqual([
    { name: 'Tom' },
    { name: 'Bot' },
  ])
  for (const table of ['contact_submissions', 'person_notes', 'person_deletions'])
    expect(await server.query(`select * from ${table}`), table).toEqual([])
  expect(await server.query('select email from newsletter_subscriptions')).toEqual([
    { email: 'tom@example.org' },
  ])
  expect(await server.query('select service, user_agent, ip_address from calendar_clicks')).toEqual([
    { service: 'consultation', user_agent: null, ip_address: null },
  ])
})

test('the promise is kept on the last day, not after it', async () => {
  const server = await startTestServer()
  const cookie = await server.signIn()
  await fill(server, cookie)
  await passDays(server, deletionDays - 1)
  await runJobs(server)
  expect(await server.query(`select * from training_waitlist where email = 'ann@example.org'`)).toEqual([])
})

test('whoever comes back after asking to be deleted stays', async () => {
  const server = await startTestServer()
  const cookie = await server.signIn()
  await fill(server, cookie)
  await passDays(server, 31)
  const json = { name: 'Ann again', email: 'ann@example.org' }
  await server.send(paths.api.trainingWaitlist, { json })
  await runJobs(server)
  expect(await server.query(`select name from training_waitlist where email = 'ann@example.org'`)).toEqual([
    { name: 'Ann again' },
  ])
})

test('the network of an entry is forgotten after a day', async () => {
  const server = await startTestServer()
  await server.send(paths.api.trainingWaitlist, { json: { name: 'Ann', email: 'ann@example.org' } })
  const hashes = () => server.query('select network_hash is not null as kept from training_waitlist')
  await runJobs(server)
  expect(await hashes()).toEqual([{ kept: true }])
  await passDays(server, 2)
  await runJobs(server)
  expect(await hashes()).toEqual([{ kept: false }])
})

test('the privacy page says the days of the setting and the last clean-up', async () => {
  const server = await startTestServer()
  const read = async () => (await server.send(paths.privacyPolicy)).text()
  const before = await read()
  const days = [...before.matchAll(/within (\d+) days/g)].map(([, number]) => Number(number))
  expect(days.length).toBeGreaterThan(1)
  expect(new Set(days)).toEqual(new Set([deletionDays]))
  expect(before).toContain('Last clean-up: not yet')

  await enqueue(server.instance.db, 'keep-promises', {})
  const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'America/New_York' })
  await expect.poll(read, { timeout: 10_000 }).toContain(`Last clean-up: ${today.format(new Date())}`)
})
