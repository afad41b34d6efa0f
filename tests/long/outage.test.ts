import { expect, onTestFinished, test, vi } from 'vitest'
import { jobPlans } from '../../app/features.ts'
import { paths } from '../../core/contract/paths.ts'
import { startEmbeddedPostgres } from '../../core/server/db/embedded-postgres.ts'
import { prepareDatabase } from '../../core/server/jobs/prepare-database.ts'
import { version } from '../../core/server/version.ts'
import { sitePaths } from '../../features/site/contract/site-paths.ts'
import { silentLog } from '../helpers/data-folder.ts'
import { hangPostgres } from '../helpers/hang-postgres.ts'
import { temporaryFolder } from '../helpers/temporary-folder.ts'
import { startTemporaryPostgres } from '../helpers/temporary-postgres.ts'
import { startSignedIn, startTestServer } from '../helpers/test-server.ts'

const ann = { name: 'Ann Example', email: 'ann@example.org', message: 'Please come in May' }
const post = { title: 'A long evening', author: 'Ann', content: 'Every word of it' }

/** Expects a response that asks to try again in five seconds, and returns its text. */
function readRefusal(response: Response): Promise<string> {
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
  return response.text()
}

test('while the database is away known pages stay, writes say so and keep what was typed, and all comes back', async () => {
  const dataDir = await temporaryFolder()
  const start = () => startEmbeddedPostgres({ dataDir, log: silentLog, durable: false })
  const postgres = await start()
  await prepareDatabase(postgres.connectionString, jobPlans)
  const { server, cookie } = await startSignedIn({
    connectionString: postgres.connectionString,
    env: { METRICS_TOKEN: 'a-token-of-the-tests' },
  })
  expect((await server.send(paths.home)).status).toBe(200)

  await postgres.stop()

  expect((await server.send(paths.home)).status).toBe(200)
  expect((await server.send(paths.healthz)).status).toBe(200)
  expect((await server.send('/no/where')).status).toBe(404)
  // A page of the office's own could be there. "Not found" would take it out of search engines.
  await readRefusal(await server.send('/nowhere'))

  const metrics = await server.send(paths.metrics, {
    headers: { authorization: 'Bearer a-token-of-the-tests' },
  })
  const lines = (await metrics.text()).split('\n')
  expect(lines).toContain('everyday_database_up 0')
  // Old values would be mistaken for the current ones.
  expect(lines.filter((line) => /^everyday_(jobs|outbox_messages)\{/.test(line))).toEqual([])

  const call = await server.send('/api/training-waitlist', { json: ann })
  expect(JSON.parse(await readRefusal(call)).detail).toBe(
    'We’re having trouble on our end. Nothing was lost. Please try again in a moment.',
  )
  const html = await readRefusal(await server.send(sitePaths.waitlist, { form: ann }))
  expect(html).toContain('value="Ann Example"')
  expect(html).toContain('Please come in May')
  const written = await readRefusal(await server.send(paths.adminSimple, { cookie, form: post }))
  expect(written).toContain('Failed to save blog post.')
  expect(written).toContain('value="A long evening"')
  expect(written).toContain('>Every word of it</textarea>')

  const admin = await server.send(paths.adminSimple, { cookie })
  expect(admin.status).toBe(503)
  expect(await admin.text()).toContain('Back in a moment')

  const again = await start()
  onTestFinished(() => again.stop())
  await expect
    .poll(async () => (await server.send('/api/training-waitlist', { json: ann })).status, {
      timeout: 5000,
    })
    .toBe(200)
  expect(await server.query('select name from training_waitlist')).toEqual([{ name: 'Ann Example' }])
  expect(server.logged.join('')).not.toContain('ann@example.org')
})

test('while the database hangs, visitors get the stored pages', async () => {
  const postgres = await startTemporaryPostgres()
  onTestFinished(() => postgres.stop())
  const server = await startTestServer({ connectionString: postgres.connectionString })
  const pages = [paths.home, sitePaths.apps, '/no/where']
  for (const page of pages) await server.send(page)

  hangPostgres(postgres.dataDir)
  for (let minute = 1; minute <= 2; minute++) {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
    for (const page of pages) expect((await server.send(page)).status).toBe(page === '/no/where' ? 404 : 200)
  }
})

const fullDisk =
  'The disk that holds the database is full. Free some space: nothing new can be saved until then.'
const brokenDisk =
  'The database can’t read or write its files. Check the disk it’s on: nothing new can be saved until it works again.'
const readOnly =
  'The database can be read only. Its disk is full, or it’s a read-only copy. Free some space: nothing new can be saved until then.'

test.for<[string, string, string | undefined]>([
  ['53100', 'has a full disk', fullDisk],
  ['58030', 'can’t use its files', brokenDisk],
  ['25006', 'can be read only', readOnly],
  // Running out of memory resolves itself, so /readyz gives no reason and the log no sentence for the operator.
  ['53200', 'is out of memory', undefined],
])(
  'SQLSTATE %s: while the database %s writes say so and keep what was typed, and the operator is told once',
  async ([code, , reason]) => {
    const { server, cookie } = await startSignedIn()
    await server.query(`
    create function refuse_for_space() returns trigger language plpgsql as $$
    begin raise exception 'not possible now' using errcode = '${code}'; end $$`)
    for (const table of ['training_waitlist', 'blog_posts'])
      await server.query(
        `create trigger full_disk before insert on ${table} execute function refuse_for_space()`,
      )

    const calls = 30
    for (let number = 0; number < calls; number++) {
      const json = { ...ann, name: `Ann ${number}` }
      await readRefusal(await server.send('/api/training-waitlist', { json }))
    }
    const html = await readRefusal(await server.send(sitePaths.waitlist, { form: ann }))
    expect(html).toContain('Please come in May')
    const written = await readRefusal(await server.send(paths.adminSimple, { cookie, form: post }))
    expect(written).toContain('>Every word of it</textarea>')
    expect((await server.send(paths.home)).status).toBe(200)

    const ready = await server.send(paths.readyz)
    expect(ready.status).toBe(reason ? 503 : 200)
    expect(await ready.json()).toEqual({ status: reason ? 'not ready' : 'ok', reason, version })
    const errors = server.logged.filter((line) => JSON.parse(line).level >= 50)
    if (reason) expect(errors.filter((line) => JSON.parse(line).msg === reason)).toHaveLength(1)
    expect(errors.length).toBeLessThan(calls / 2)

    for (const table of ['training_waitlist', 'blog_posts'])
      await server.query(`drop trigger full_disk on ${table}`)
    expect((await server.send('/api/training-waitlist', { json: ann })).status).toBe(200)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 })
    expect((await server.send(paths.readyz)).status).toBe(200)
  },
)

test('an error that comes again and again is written out a few times a minute, and then counted', async () => {
  const server = await startTestServer()
  await server.query('alter table training_waitlist rename to gone')
  const failedLines = () => server.logged.filter((line) => line.includes('"msg":"a request failed"'))
  for (let number = 0; number < 40; number++)
    expect((await server.send('/api/training-waitlist', { json: ann })).status).toBe(500)
  expect(failedLines()).toHaveLength(10)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
  await server.send('/api/training-waitlist', { json: ann })
  expect(failedLines()).toHaveLength(11)
  expect(JSON.parse(failedLines().at(-1) ?? '')).toMatchObject({ repeated: 30 })
})
