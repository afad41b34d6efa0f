import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { paths } from '../../core/contract/paths.ts'
import { sitePaths } from '../../features/site/contract/site-paths.ts'
import { hangPostgres } from '../../tests/helpers/hang-postgres.ts'
import { temporaryFolder } from '../../tests/helpers/temporary-folder.ts'
import { startTemporaryPostgres } from '../../tests/helpers/temporary-postgres.ts'
import { startSignedIn, startTestServer } from '../../tests/helpers/test-server.ts'

const token = 'a-token-of-the-tests'
const env = { METRICS_TOKEN: token }
const authorization = `Bearer ${token}`

async function readMetrics(server: Awaited<ReturnType<typeof startTestServer>>): Promise<string> {
  const response = await server.send(paths.metrics, { headers: { authorization } })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  return response.text()
}

/** The value of a series such as `name{a="b"}`. */
function readValue(text: string, series: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length))
}

describe('/metrics', () => {
  test('does not exist without METRICS_TOKEN', async () => {
    const server = await startTestServer()
    expect((await server.send(paths.metrics, { headers: { authorization } })).status).toBe(404)
  })

  test('is only for requests with the token', async () => {
    const { server, cookie } = await startSignedIn({ env })
    for (const given of [undefined, '', token, 'Bearer wrong', `bearer ${token}`]) {
      const headers: Record<string, string> = given === undefined ? {} : { authorization: given }
      const response = await server.send(paths.metrics, { headers, cookie })
      expect(response.status).toBe(401)
      expect(response.headers.get('www-authenticate')).toBe('Bearer')
      expect(await response.text()).not.toContain('everyday_')
    }
    expect(await readMetrics(server)).toContain('everyday_build_info{version="')
  })

  test('counts requests by route pattern and status, cached pages too', async () => {
    const server = await startTestServer({ env })
    for (let count = 0; count < 3; count++) await server.send(sitePaths.apps)
    expect(readValue(await readMetrics(server), 'everyday_page_cache_requests_total{result="miss"}')).toBe(1)
    await server.send('/no/such/page?q=canary')
    await server.send('/api/blog/canary-slug')
    const text = await readMetrics(server)
    const count = (labels: string) => readValue(text, `everyday_http_requests_total{${labels}}`)
    expect(count('method="GET",route="/apps",status="200"')).toBe(3)
    expect(count('method="GET",route="not found",status="404"')).toBe(1)
    expect(count('method="GET",route="/api/blog/:id",status="404"')).toBe(1)
    expect(readValue(text, 'everyday_page_cache_requests_total{result="hit"}')).toBe(2)
    expect(
      readValue(text, 'everyday_http_request_duration_seconds_count{method="GET",route="/api/blog/:id"}'),
    ).toBe(1)
    expect(text).not.toContain('canary')
  })

  test('shows the state of the outbox, of jobs, and of backups', async () => {
    // A rehearsal runs no jobs, so nothing tries to send the emails before their delay is read.
    const server = await startTestServer({
      env: { ...env, SMTP_URL: 'smtp://127.0.0.1:1', REHEARSAL: await temporaryFolder() },
    })
    await server.query(
      `insert into outbox_messages (message_id, kind, recipient, subject, text, status, next_attempt_at)
       select 'm' || n, 'test', 'canary@example.org', 'canary', 'canary', state, now() - interval '1 hour'
       from unnest(array['queued', 'queued', 'failed', 'sent']) with ordinality as t (state, n)`,
    )
    await server.query(
      `insert into pgboss.job (name, data, start_after) values ('clean-up', '{}', now() + interval '1 hour')`,
    )
    const text = await readMetrics(server)
    expect(readValue(text, 'everyday_outbox_messages{state="queued"}')).toBe(2)
    expect(readValue(text, 'everyday_outbox_messages{state="failed"}')).toBe(1)
    expect(readValue(text, 'everyday_outbox_messages{state="sent"}')).toBeUndefined()
    expect(readValue(text, 'everyday_outbox_delay_seconds')).toBeGreaterThan(3599)
    expect(readValue(text, 'everyday_jobs{job="clean-up",state="created"}')).toBeGreaterThan(0)
    expect(readValue(text, 'everyday_database_up')).toBe(1)
    expect(readValue(text, 'everyday_ready')).toBe(1)
    expect(readValue(text, 'everyday_backup_failed')).toBe(0)
    expect(text).not.toContain('canary')
  })

  test('has the emails that failed before the first one fails, so that Prometheus sees the number grow', async () => {
    const text = await readMetrics(await startTestServer({ env }))
    expect(readValue(text, 'everyday_outbox_messages{state="queued"}')).toBe(0)
    expect(readValue(text, 'everyday_outbox_messages{state="failed"}')).toBe(0)
  })

  test('says that the instance is ready when /readyz says so', async () => {
    const server = await startTestServer({ env })
    const readBoth = async () => [
      (await server.send(paths.readyz)).status,
      readValue(await readMetrics(server), 'everyday_ready'),
    ]
    expect(await readBoth()).toEqual([200, 1])
    server.instance.readiness.ready = false
    expect(await readBoth()).toEqual([503, 0])
    server.instance.readiness.ready = true
    await server.query(`
      create function refuse_for_space() returns trigger language plpgsql as $$
      begin raise exception 'not possible now' using errcode = '53100'; end $$`)
    await server.query(
      'create trigger full_disk before insert on training_waitlist execute function refuse_for_space()',
    )
    await server.send('/api/training-waitlist', { json: { name: 'Ann', email: 'ann@example.org' } })
    expect(await readBoth()).toEqual([503, 0])
  })

  test('says in time that the database does not respond, and leaves its values out', async () => {
    const postgres = await startTemporaryPostgres()
    onTestFinished(() => postgres.stop())
    const server = await startTestServer({ env, connectionString: postgres.connectionString })
    expect(readValue(await readMetrics(server), 'everyday_database_up')).toBe(1)
    hangPostgres(postgres.dataDir)
    const start = Date.now()
    const text = await readMetrics(server)
    // Prometheus waits for ten seconds.
    expect(Date.now() - start).toBeLessThan(9000)
    expect(readValue(text, 'everyday_database_up')).toBe(0)
    expect(text).not.toMatch(/^everyday_(jobs|job_delay|outbox|backup)\w*[ {]/m)
  })
})

describe('the age of the newest backup', () => {
  const age = 'everyday_backup_age_seconds'
  const dayOld = () => new Date(Date.now() - 86_400_000).toISOString().replaceAll(/[:.]/g, '-')

  /** A server whose folder for backups has a backup that is a day old, or none */
  async function startWithBackup(options: { hasBackup: boolean; keep?: string }) {
    const dataDir = await temporaryFolder()
    await mkdir(join(dataDir, 'backups'))
    if (options.hasBackup)
      await writeFile(join(dataDir, 'backups', `everyday-ai-${dayOld()}.tar.gz`), 'a backup')
    const keep: Record<string, string> = options.keep === undefined ? {} : { BACKUPS_KEEP: options.keep }
    const server = await startTestServer({ env: { ...env, DATA_DIR: dataDir, ...keep } })
    return { server, folder: join(dataDir, 'backups') }
  }

  test('is the age of the file', async () => {
    const { server } = await startWithBackup({ hasBackup: true })
    const seconds = readValue(await readMetrics(server), age)
    expect(seconds).toBeGreaterThan(86_399)
    expect(seconds).toBeLessThan(86_460)
  })

  test('without a backup, it is the time since the first start', async () => {
    const { server } = await startWithBackup({ hasBackup: false })
    await server.query(
      "update pgboss.queue set created_on = now() - interval '3 days' where name = 'back-up'",
    )
    const seconds = readValue(await readMetrics(server), age)
    expect(seconds).toBeGreaterThan(3 * 86_400 - 1)
    expect(seconds).toBeLessThan(3 * 86_400 + 60)
  })

  test('is left out when backups are off, and so is an old failure', async () => {
    const { server } = await startWithBackup({ hasBackup: true, keep: '0' })
    const text = await readMetrics(server)
    expect(readValue(text, age)).toBeUndefined()
    expect(readValue(text, 'everyday_backup_failed')).toBeUndefined()
  })

  test('is left out when the folder cannot be read, which is logged once', async () => {
    const { server, folder } = await startWithBackup({ hasBackup: false })
    await rm(folder, { recursive: true })
    // A link to itself cannot be read, not even by root.
    await symlink(folder, folder)
    for (let count = 0; count < 3; count++) {
      const text = await readMetrics(server)
      expect(readValue(text, age)).toBeUndefined()
      expect(readValue(text, 'everyday_backup_failed')).toBe(0)
    }
    expect(server.logged.filter((line) => line.includes('the backups folder can’t be read'))).toHaveLength(1)
  })
})
