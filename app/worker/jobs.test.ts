import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { prepareJobs } from '../../core/server/jobs/prepare-database.ts'
import { enqueue } from '../../core/server/jobs/queue.ts'
import { createTestDatabase } from '../../tests/helpers/test-database.ts'
import { startTestServer } from '../../tests/helpers/test-server.ts'
import { cleanUpJob, jobPlans } from '../features.ts'

const states = (name: string) =>
  `select state::text, retry_count, output from pgboss.job where name = '${name}'`

test('a job runs as soon as its transaction has committed, and never otherwise', async () => {
  const server = await startTestServer({ jobPause: 60 })
  const { db } = server.instance
  await server.query(
    `insert into rate_counters values ('old', 1, now() - interval '1 day'), ('new', 1, now() + interval '1 day')`,
  )
  await expect(
    db.transaction(async (tx) => {
      await enqueue(tx, cleanUpJob, {})
      throw new Error('changed my mind')
    }),
  ).rejects.toThrow('changed my mind')
  expect(await server.query(states('clean-up'))).toEqual([])
  await db.transaction((tx) => enqueue(tx, cleanUpJob, {}))
  await expect
    .poll(() => server.query(states('clean-up')), { timeout: 5000 })
    .toMatchObject([{ state: 'completed' }])
  expect(await server.query('select key from rate_counters')).toEqual([{ key: 'new' }])
})

test('a job that an earlier version or a schedule adds without a notification is found', async () => {
  const server = await startTestServer({ jobPause: 0.5 })
  await server.query(`insert into pgboss.job (name, data) values ('clean-up', null), ('clean-up', '{}')`)
  await expect
    .poll(() => server.query(states('clean-up')), { timeout: 5000 })
    .toMatchObject([{ state: 'completed' }, { state: 'completed' }])
})

test('a job for later waits', async () => {
  const server = await startTestServer({ jobPause: 0.5 })
  const { db } = server.instance
  await enqueue(db, cleanUpJob, {}, new Date(Date.now() + 60_000))
  // A job without a start time runs first, although it was added later.
  await enqueue(db, cleanUpJob, {})
  await expect
    .poll(() => server.query(`${states('clean-up')} order by start_after`), { timeout: 5000 })
    .toMatchObject([{ state: 'completed' }, { state: 'created' }])
})

test('a job that fails is tried again; what its error quotes is neither logged nor kept', async () => {
  const server = await startTestServer({ jobPause: 0.5 })
  await server.query(
    `create function spill() returns trigger language plpgsql as $$ begin raise 'SECRETVALUE'; end $$`,
  )
  await server.query('create trigger spill before delete on rate_counters execute function spill()')
  await enqueue(server.instance.db, cleanUpJob, {})
  await expect
    .poll(() => server.query(states('clean-up')), { timeout: 5000 })
    .toMatchObject([{ state: 'retry', output: { message: 'failed' } }])
  const log = server.logged.join('')
  expect(log).toContain('a job failed and will be tried again')
  expect(log).not.toContain('SECRET')
  await server.query('drop trigger spill on rate_counters')
  await expect.poll(() => server.query(states('clean-up'))).toMatchObject([{ state: 'completed' }])
})

test('preparing again changes nothing, and forgets the times of jobs that are gone', async () => {
  const connectionString = await createTestDatabase(inject('templateUrl'))
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(`select pgboss.create_queue('gone', '{"policy":"standard"}'::jsonb)`)
  await client.query(`insert into pgboss.schedule (name, cron, timezone) values ('gone', '* * * * *', 'UTC')`)
  await prepareJobs(client, jobPlans)
  await prepareJobs(client, jobPlans)
  const { rows } = await client.query('select name from pgboss.schedule order by name')
  await client.end()
  expect(rows).toEqual(
    jobPlans
      .filter(({ cron }) => cron)
      .map(({ name }) => ({ name }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
  )
})
