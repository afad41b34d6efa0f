import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { cleanUp, features } from '../../../app/features.ts'
import { paths } from '../../../core/contract/paths.ts'
import { enqueue } from '../../../core/server/jobs/queue.ts'
import { deletionDays } from '../../../core/words/legal/retention.ts'
import { hasFeature } from '../../../tests/helpers/feature-testing.ts'
import { finishJobs } from '../../../tests/helpers/finish-jobs.ts'
import { passDays } from '../../../tests/helpers/pass-days.ts'
import { temporaryFolder } from '../../../tests/helpers/temporary-folder.ts'
import { createTestDatabase } from '../../../tests/helpers/test-database.ts'
import { startSignedIn, startTestServer, type TestServer } from '../../../tests/helpers/test-server.ts'
import { leadNoticesJob } from '../../people/server/lead-notices.ts'
import { sitePaths } from '../../site/contract/site-paths.ts'
import { findTraces } from '../testing/find-traces.ts'
import { applyRetention, retentionJob } from './retention.ts'

const runJobs = async ({ instance }: TestServer) => {
  await cleanUp(instance.db, instance.media)
  await applyRetention({ db: instance.db, features })
}

async function subscribe(server: TestServer, ...emails: string[]): Promise<void> {
  if (hasFeature('newsletter'))
    await server.query('insert into newsletter_subscriptions (email) select unnest($1::text[])', [emails])
}

async function fill(server: TestServer, cookie: string): Promise<void> {
  const join = (json: object) => server.send('/api/training-waitlist', { json })
  await join({ name: 'Ann Example', email: 'ann@example.org', message: 'Delete me' })
  await join({ name: 'Tom', email: 'tom@example.org', message: 'Keep me' })
  await server.query(
    `insert into plan_answers (entry_id, city) values (1, 'Delete me, too'), (2, 'Tomville')`,
  )
  await join({ name: 'Bot', email: 'bot@example.org', website: 'x' })
  const json = { name: 'Ann', company: 'Shop', email: 'ANN@example.org' }
  await server.send('/api/contact', { json })
  await subscribe(server, 'ann@example.org', 'tom@example.org')
  await server.send('/api/people/waitlist/1/notes', { cookie, json: { text: 'About Ann' } })
  await server.query(
    `insert into next_steps (email, text, due_on, done_at) values ('ann@example.org', 'Call Ann', '2026-01-02', now())`,
  )
  await server.send('/api/people/waitlist/1', { method: 'DELETE', cookie })
}

const ofAnn = /\bann@example|\bAnn\b(?! Admin)|Delete me/i

/** Adds rows about Ann after an admin has deleted her, before she is deleted permanently. */
async function writeMore(server: TestServer, cookie: string): Promise<void> {
  // Send the daily notice of the next morning.
  await server.query(`update lead_notices set created_at = now() - interval '25 hours'`)
  await enqueue(server.instance.db, leadNoticesJob, {})
  const digests = () => server.query<{ text: string }>(`select text from outbox_messages where kind = 'lead'`)
  await expect.poll(digests).toHaveLength(1)
  const [digest] = await digests()
  expect(digest?.text).toContain('Keep me')
  expect(digest?.text).not.toMatch(ofAnn)

  await server.send('/api/people/waitlist/1/notes', { cookie, json: { text: 'Late about Ann' } })
  await server.send(sitePaths.yourData, { form: { email: 'ann@example.org' } })
  await finishJobs(server, 'data-link')
  // Ann never confirms this sign-up, so she does not become a subscriber.
  await server.send('/api/newsletter', { json: { email: 'ann@example.org' } })
  expect(await findTraces(server, ofAnn)).toEqual(
    expect.arrayContaining([
      'public.data_links',
      ...(hasFeature('newsletter') ? ['public.newsletter_confirmations'] : []),
      'public.outbox_messages',
    ]),
  )
}

test('with the clock 31 days on, what was asked to be deleted is gone everywhere, and an open entry is still there', async () => {
  // No copy of the ledger is written: it would have the times from before the days that pass, and delete Ann again.
  const dataDir = await temporaryFolder()
  await writeFile(join(dataDir, 'backups'), 'in the way')
  const { server, cookie } = await startSignedIn({
    env: { NOTIFY_EMAIL: 'owner@example.org', DATA_DIR: dataDir },
    jobPause: 0.5,
  })
  await server.query(`insert into settings values ('mail', '{"leadNotices":"daily"}')`)
  await fill(server, cookie)
  await server.query(
    `insert into calendar_clicks (service, user_agent, ip_address) values ('consultation', 'Firefox, desktop', 'hash')`,
  )
  await writeMore(server, cookie)
  await passDays(server, deletionDays - 2)
  await runJobs(server)
  expect(await server.query('select name from training_waitlist')).toHaveLength(3)
  expect(await findTraces(server, ofAnn)).toContain('public.person_notes')

  // That makes 31 days in total.
  await passDays(server, 33 - deletionDays)
  await runJobs(server)
  expect(await server.query('select name from training_waitlist order by id')).toEqual([
    { name: 'Tom' },
    { name: 'Bot' },
  ])
  expect(await findTraces(server, ofAnn)).toEqual([])
  if (hasFeature('newsletter'))
    expect(await server.query('select email from newsletter_subscriptions')).toEqual([
      { email: 'tom@example.org' },
    ])
  expect(await server.query('select service, user_agent, ip_address from calendar_clicks')).toEqual([
    { service: 'consultation', user_agent: null, ip_address: null },
  ])
})

test('the promise is kept on the last day, not after it', async () => {
  const { server, cookie } = await startSignedIn()
  await fill(server, cookie)
  await passDays(server, deletionDays - 1)
  await runJobs(server)
  expect(await server.query(`select * from training_waitlist where email = 'ann@example.org'`)).toEqual([])
})

test('a person who comes back after asking to be deleted stays', async () => {
  const { server, cookie } = await startSignedIn()
  await fill(server, cookie)
  await passDays(server, 31)
  const json = { name: 'Ann again', email: 'ann@example.org' }
  await server.send('/api/training-waitlist', { json })
  await runJobs(server)
  expect(await server.query(`select name from training_waitlist where email = 'ann@example.org'`)).toEqual([
    { name: 'Ann again' },
  ])
})

test('a person who is deleted a second time is gone a second time, each time when it was promised', async () => {
  const server = await startTestServer()
  await fill(server, await server.signIn())
  await passDays(server, 10)
  const cookie = await server.signIn()
  const again = { name: 'Ann again', email: 'ann@example.org' }
  await server.send('/api/training-waitlist', { json: again })
  await server.send('/api/people/waitlist/4/notes', { cookie, json: { text: 'Again about Ann' } })
  const step = { text: 'Again call Ann', dueOn: '2026-01-02', ownerId: null, replaces: null }
  await server.send('/api/people/waitlist/4/next-step', { method: 'PUT', cookie, json: step })
  await server.query(
    `update newsletter_subscriptions set is_active = true, subscribed_at = now() where email = 'ann@example.org'`,
  )
  await server.send('/api/people/waitlist/4', { method: 'DELETE', cookie })

  await passDays(server, deletionDays - 11)
  await runJobs(server)
  expect(await findTraces(server, /Delete me|About Ann$|Call Ann/)).toEqual([])
  expect(await findTraces(server, /Again (about|call) Ann|Ann again|ann@example/)).toEqual([
    ...(hasFeature('newsletter') ? ['public.newsletter_subscriptions'] : []),
    'public.next_steps',
    'public.person_deletions',
    'public.person_notes',
    'public.training_waitlist',
  ])
  await passDays(server, 10)
  await runJobs(server)
  expect(await findTraces(server, ofAnn)).toEqual([])
})

test('of whom an admin deletes out of Spam nothing stays, unless they are known otherwise', async () => {
  const { server, cookie } = await startSignedIn({
    env: { NOTIFY_EMAIL: 'owner@example.org' },
    jobPause: 0.5,
  })
  for (const name of ['Ann', 'Tom']) {
    const json = { name, email: `${name}@example.org`, message: `Said by ${name}` }
    await server.send('/api/training-waitlist', { json })
  }
  await subscribe(server, 'tom@example.org')
  const mails = () => server.query(`select 1 from outbox_messages where kind = 'lead'`)
  await expect.poll(mails).toHaveLength(2)
  for (const id of [1, 2]) {
    const entry = `/api/people/waitlist/${id}`
    await server.send(`/api/people/waitlist/${id}/notes`, { cookie, json: { text: 'A note' } })
    await server.send(entry, { method: 'PATCH', cookie, json: { suspect: true } })
    await server.send(entry, { method: 'DELETE', cookie })
  }
  await passDays(server, deletionDays - 1)
  await runJobs(server)
  expect(await findTraces(server, /ann@example|by Ann/i)).toEqual([])
  expect(await server.query('select email from training_waitlist')).toEqual([])
  const known = hasFeature('newsletter') ? [{ email: 'tom@example.org' }] : []
  expect(await server.query('select email from person_notes')).toEqual(known)
  if (hasFeature('newsletter'))
    expect(await server.query('select email from newsletter_subscriptions')).toEqual([
      { email: 'tom@example.org' },
    ])
})

test('a clean-up that was missed is made up for at the next start, and a new site need not hurry', async () => {
  const connectionString = await createTestDatabase(inject('templateUrl'))
  const server = await startTestServer({ connectionString, jobPause: 0.5 })
  const jobs = () => server.query(`select 1 from pgboss.job where name = 'keep-promises'`)
  expect(await jobs()).toEqual([])
  await server.query(`update pgboss.queue set created_on = now() - interval '25 hours'`)
  await startTestServer({ connectionString, jobPause: 0.5 })
  expect(await jobs()).toHaveLength(1)
  const last = () => server.query(`select 1 from settings where key = 'last_clean_up'`)
  await expect.poll(last).toHaveLength(1)
  // After a recent clean-up, a start adds no job. 25 hours after the last one, it does.
  await startTestServer({ connectionString, jobPause: 0.5 })
  expect(await jobs()).toHaveLength(1)
  const at = new Date(Date.now() - 25 * 60 * 60 * 1000).toISOString()
  await server.query(`update settings set value = $1 where key = 'last_clean_up'`, [{ at }])
  await startTestServer({ connectionString, jobPause: 0.5 })
  expect(await jobs()).toHaveLength(2)
})

test('the network of an entry is forgotten after a day', async () => {
  const server = await startTestServer()
  await server.send('/api/training-waitlist', { json: { name: 'Ann', email: 'ann@example.org' } })
  const hashes = () => server.query('select network_hash is not null as kept from training_waitlist')
  await runJobs(server)
  expect(await hashes()).toEqual([{ kept: true }])
  await passDays(server, 2)
  await runJobs(server)
  expect(await hashes()).toEqual([{ kept: false }])
})

test('the privacy page says the days of the setting and the last clean-up', async () => {
  const server = await startTestServer({ jobPause: 0.5 })
  const read = async () => (await server.send(paths.privacyPolicy)).text()
  const before = await read()
  const days = [...before.matchAll(/within (\d+) days/g)].map(([, number]) => Number(number))
  expect(days.length).toBeGreaterThan(1)
  expect(new Set(days)).toEqual(new Set([deletionDays]))
  expect(before).toContain('Last clean-up: not yet')

  await enqueue(server.instance.db, retentionJob, {})
  const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'America/New_York' })
  await expect.poll(read).toContain(`Last clean-up: ${today.format(new Date())}`)
})
