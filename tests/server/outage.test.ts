import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { paths } from '../../contracts/paths.ts'
import { startEmbeddedPostgres } from '../../server/db/embedded-postgres.ts'
import { prepareDatabase } from '../../server/jobs/prepare-database.ts'
import { version } from '../../server/version.ts'
import { hangPostgres } from '../helpers/hang-postgres.ts'
import { startTemporaryPostgres } from '../helpers/temporary-postgres.ts'
import { startTestServer } from '../helpers/test-server.ts'

const ann = { name: 'Ann Example', email: 'ann@example.org', message: 'Please come in May' }

test('while the database is away known pages stay, writes say so and keep what was typed, and all comes back', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'everyday-ai-outage-'))
  await chmod(folder, 0o711)
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const log = { info: () => {}, warn: () => {} }
  const start = () => startEmbeddedPostgres({ dataDir: folder, log, durable: false })
  const postgres = await start()
  await prepareDatabase(postgres.connectionString)
  const server = await startTestServer({
    connectionString: postgres.connectionString,
    env: { METRICS_TOKEN: 'a-token-of-the-tests' },
  })
  const cookie = await server.signIn()
  expect((await server.send(paths.home)).status).toBe(200)

  await postgres.stop()

  expect((await server.send(paths.home)).status).toBe(200)
  expect((await server.send(paths.healthz)).status).toBe(200)
  expect((await server.send('/no/where')).status).toBe(404)
  // A page of the office's own could be there. "Not found" would take it out of search engines.
  const unknown = await server.send('/nowhere')
  expect([unknown.status, unknown.headers.get('retry-after')]).toEqual([503, '5'])

  const metrics = await server.send(paths.metrics, {
    headers: { authorization: 'Bearer a-token-of-the-tests' },
  })
  const lines = (await metrics.text()).split('\n')
  expect(lines).toContain('everyday_database_up 0')
  // Old values would be mistaken for the current ones.
  expect(lines.filter((line) => /^everyday_(jobs|outbox_messages)\{/.test(line))).toEqual([])

  const call = await server.send(paths.api.trainingWaitlist, { json: ann })
  expect(call.status).toBe(503)
  expect(call.headers.get('retry-after')).toBe('5')
  expect((await call.json()).detail).toBe(
    'We’re having trouble on our end. Nothing was lost. Please try again in a moment.',
  )

  const form = await server.send(paths.waitlist, { form: ann })
  expect(form.status).toBe(503)
  expect(form.headers.get('retry-after')).toBe('5')
  const html = await form.text()
  expect(html).toContain('value="Ann Example"')
  expect(html).toContain('Please come in May')

  const post = await server.send(paths.adminSimple, {
    cookie,
    form: { title: 'A long evening', author: 'Ann', content: 'Every word of it' },
  })
  expect(post.status).toBe(503)
  expect(post.headers.get('retry-after')).toBe('5')
  const written = await post.text()
  expect(written).toContain('Failed to save blog post.')
  expect(written).toContain('value="A long evening"')
  expect(written).toContain('>Every word of it</textarea>')

  const admin = await server.send(paths.adminSimple, { cookie })
  expect(admin.status).toBe(503)
  expect(await admin.text()).toContain('Back in a moment')

  const again = await start()
  onTestFinished(() => again.stop())
  await expect
    .poll(async () => (await server.send(paths.api.trainingWaitlist, { json: ann })).status, {
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
  const pages = [paths.home, paths.apps, '/no/where']
  for (const page of pages) await server.send(page)

  hangPostgres(postgres.dataDir)
  onTestFinished(() => void vi.useRealTimers())
  for (let minute = 1; minute <= 2; minute++) {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
    for (const page of pages) expect((await server.send(page)).status).toBe(page === '/no/where' ? 404 : 200)
  }
})

test.for<[string, string, string | undefined]>([
  [
    '53100',
    'has a full disk',
    'The disk that holds the database is full. Free some space: nothing new can be saved until then.',
  ],
  [
    '58030',
    'can’t use its files',
    'The database can’t read or write its files. Check the disk it’s on: nothing new can be saved until it works again.',
  ],
  [
    '25006',
    'can be read only',
    'The database can be read only. Its disk is full, or it’s a read-only copy. Free some space: nothing new can be saved until then.',
  ],
  // Running out of memory resolves itself, so /readyz gives no reason and the log no sentence for the operator.
  ['53200', 'is out of memory', undefined],
])(
  'SQLSTATE %s: while the database %s writes say so and keep what was typed, and the operator is told once',
  async ([code, , reason]) => {
    const server = await startTestServer()
    const cookie = await server.signIn()
    await server.query(`
    create function refuse_for_space() returns trigger language plpgsql as $$
    begin raise exception 'not possible now' using errcode = '${code}'; end $$`)
    for (const table of ['training_waitlist', 'blog_posts'])
      await server.query(
        `create trigger full_disk before insert on ${table} execute function refuse_for_space()`,
      )

    const calls = 30
    for (let number = 0; number < calls; number++) {
      const call = await server.send(paths.api.trainingWaitlist, { json: { ...ann, name: `Ann ${number}` } })
      expect(call.status).toBe(503)
      expect(call.headers.get('retry-after')).toBe('5')
    }
    const form = await server.send(paths.waitlist, { form: ann })
    expect(form.status).toBe(503)
    expect(await form.text()).toContain('Please come in May')
    const post = await server.send(paths.adminSimple, {
      cookie,
      form: { title: 'A long evening', author: 'Ann', content: 'Every word of it' },
    })
    expect(post.status).toBe(503)
    expect(post.headers.get('retry-after')).toBe('5')
    expect(await post.text()).toContain('>Every word of it</textarea>')
    expect((await server.send(paths.home)).status).toBe(200)

    const ready = await server.send(paths.readyz)
    expect(ready.status).toBe(reason ? 503 : 200)
    expect(await ready.json()).toEqual({ status: reason ? 'not ready' : 'ok', reason, version })
    const errors = server.logged.filter((line) => JSON.parse(line).level >= 50)
    if (reason) expect(errors.filter((line) => JSON.parse(line).msg === reason)).toHaveLength(1)
    expect(errors.length).toBeLessThan(calls / 2)

    for (const table of ['training_waitlist', 'blog_posts'])
      await server.query(`drop trigger full_disk on ${table}`)
    expect((await server.send(paths.api.trainingWaitlist, { json: ann })).status).toBe(200)
    onTestFinished(() => void vi.useRealTimers())
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 })
    expect((await server.send(paths.readyz)).status).toBe(200)
  },
)

test('an error that comes again and again is written out a few times a minute, and then counted', async () => {
  const server = await startTestServer()
  await server.query('alter table training_waitlist rename to gone')
  onTestFinished(() => void vi.useRealTimers())
  const failedLines = () => server.logged.filter((line) => line.includes('"msg":"a request failed"'))
  for (let number = 0; number < 40; number++)
    expect((await server.send(paths.api.trainingWaitlist, { json: ann })).status).toBe(500)
  expect(failedLines()).toHaveLength(10)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
  await server.send(paths.api.trainingWaitlist, { json: ann })
  expect(failedLines()).toHaveLength(11)
  expect(JSON.parse(failedLines().at(-1) ?? '')).toMatchObject({ repeated: 30 })
})
