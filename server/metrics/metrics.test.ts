import { describe, expect, test } from 'vitest'
import { paths } from '../../contracts/paths.ts'
import { startTestServer } from '../../tests/helpers/test-server.ts'

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
    const server = await startTestServer({ env })
    const cookie = await server.signIn()
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
    for (let count = 0; count < 3; count++) await server.send(paths.apps)
    expect(readValue(await readMetrics(server), 'everyday_page_cache_requests_total{result="miss"}')).toBe(1)
    await server.send('/no/such/page?q=canary')
    await server.send(paths.api.post('canary-slug'))
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
    const server = await startTestServer({ env: { ...env, SMTP_URL: 'smtp://127.0.0.1:1' } })
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
})
