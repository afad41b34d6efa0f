import { expect, test } from 'vitest'
import { paths } from '../../../../core/contract/paths.ts'
import { forgetOldSalt } from '../../../../core/server/http/limits/daily-hash.ts'
import { startTestServer, type TestServer } from '../../../../tests/helpers/test-server.ts'
import { nameButtons } from '../../contract/clicks.ts'
import { chrome, readLeftOut } from '../../testing/counted-visits.ts'
import { originalContent } from '../../testing/site-sections.ts'
import { countClick, forgetClickDetails } from './clicks.ts'

const clickServices = [...nameButtons(originalContent).keys()]

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
const behindProxy = { env: { TRUSTED_PROXIES: '127.0.0.1' } }

type Sent = { agent?: string; ip?: string; headers?: Record<string, string>; body?: string }

function click(server: TestServer, service: string, sent: Sent = {}): Promise<Response> {
  return server.send(`/api/calendar-clicks?service=${service}`, {
    method: 'POST',
    headers: {
      'user-agent': sent.agent ?? chrome,
      ...(sent.ip && { 'x-forwarded-for': sent.ip }),
      ...sent.headers,
    },
    ...(sent.body !== undefined && { body: sent.body }),
  })
}

type Row = { service: string; user_agent: string | null; ip_address: string | null; source: string | null }
const rows = (server: TestServer) => server.query<Row>('select * from calendar_clicks order by id')

test('takes a ping, a beacon, JSON and nothing at all, and keeps what the specification names', async () => {
  const server = await startTestServer()
  const bodies: [string, Sent][] = [
    ['get-started', { body: 'PING', headers: { 'content-type': 'text/ping' } }],
    ['inform', { body: '', headers: { 'content-type': 'text/plain;charset=UTF-8' } }],
    ['beezy', { body: '{"x":1}', headers: { 'content-type': 'application/json' } }],
    ['header', { body: '', headers: { 'content-type': 'application/json' } }],
    ['community-join', {}],
  ]
  for (const [service, sent] of bodies) {
    const response = await click(server, service, sent)
    expect(response.status, service).toBe(204)
    expect(await response.text()).toBe('')
  }
  expect(await rows(server)).toMatchObject(
    bodies.map(([service]) => ({
      service,
      user_agent: 'Chrome, computer',
      ip_address: expect.stringMatching(/^[0-9a-f]{32}$/),
      source: null,
    })),
  )
})

test('knows every button and nothing else', async () => {
  const server = await startTestServer()
  for (const service of clickServices) expect((await click(server, service)).status, service).toBe(204)
  expect((await rows(server)).map((row) => row.service)).toEqual([...clickServices])
  for (const query of ['', 'BOOK', 'header&x=1', 'header&service=inform', "header'--", 'header%00']) {
    const response = await click(server, query)
    expect(response.status, query).toBe(400)
    expect((await response.json()).detail).toMatch(/\.$/)
  }
  // A well-formed name that no button has is not counted. The response tells nothing.
  expect((await click(server, 'no-such-button')).status).toBe(204)
  const large = await click(server, 'plan', {
    body: 'x'.repeat(2000),
    headers: { 'content-type': 'text/ping' },
  })
  expect(large.status).toBe(413)
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  expect((await click(server, 'plan', { body: 'a=b', headers: form })).status).toBe(415)
  expect(await rows(server)).toHaveLength(clickServices.length)
})

test('tells which page of ours the button was on, and believes no other', async () => {
  const server = await startTestServer()
  const cases: [Record<string, string>, string | null][] = [
    [{ 'ping-from': `${server.url}/blog/a-post?utm=x` }, '/blog/a-post'],
    [{ referer: 'http://everyday.test/apps/' }, '/apps'],
    [{ referer: `${server.url}/blog/tag/f%C3%BCr%20alle` }, '/blog/tag/f%C3%BCr%20alle'],
    [{ referer: 'https://evil.example/apps' }, null],
    [{ referer: `${server.url}/admin/secrets` }, null],
    [{ referer: `${server.url}/blog/%E0%A4%A` }, null],
    [{ referer: `${server.url}/blog/${'x'.repeat(400)}` }, null],
    [{ referer: 'not an address' }, null],
  ]
  for (const [index, [headers]] of cases.entries())
    await click(server, clickServices[index] ?? '', { headers })
  expect((await rows(server)).map((row) => row.source)).toEqual(cases.map(([, source]) => source))
})

test('counts the same visitor once in 30 seconds, also when both arrive at once, and others apart', async () => {
  const server = await startTestServer(behindProxy)
  await Promise.all(Array.from({ length: 20 }, () => click(server, 'plan', { ip: '203.0.113.7' })))
  expect(await rows(server)).toHaveLength(1)
  await click(server, 'inform', { ip: '203.0.113.7' })
  await click(server, 'plan', { ip: '203.0.113.8' })
  await click(server, 'plan', { ip: '203.0.113.7', agent: iphone })
  expect(await rows(server)).toHaveLength(4)
  await server.query(`update rate_counters set window_ends_at = now() where key like 'click:%'`)
  await click(server, 'plan', { ip: '203.0.113.7' })
  expect(await rows(server)).toHaveLength(5)
})

test('stores no address and no key that outlives its day', async () => {
  const server = await startTestServer()
  const { db } = server.instance
  const visit = (ip: string, day: string) =>
    countClick(
      db,
      { service: 'plan', source: undefined, ip, userAgent: iphone },
      new Date(`${day}T23:59:00Z`),
    )
  await visit('203.0.113.7', '2030-05-01')
  await visit('203.0.113.99', '2030-05-01')
  await visit('198.51.100.7', '2030-05-01')
  await visit('2001:db8:1:2::7', '2030-05-01')
  await visit('2001:db8:1:ffff::9', '2030-05-01')
  const dump = () =>
    server.query<{ text: string }>(
      `select coalesce(string_agg(c::text, ' '), '') || (select coalesce(string_agg(r::text, ' '), '') from rate_counters r) as text
       from calendar_clicks c`,
    )
  const [one, sameNetwork, other, six, sameSix] = await rows(server)
  expect(sameNetwork?.ip_address).toBe(one?.ip_address)
  expect(other?.ip_address).not.toBe(one?.ip_address)
  expect(sameSix?.ip_address).toBe(six?.ip_address)
  expect(one?.user_agent).toBe('Safari, phone')
  expect((await dump())[0]?.text).not.toMatch(/203\.0|198\.51|2001:|:db8|iPhone|OS 18/)

  const salts = () =>
    server.query<{ value: { day: string } }>(`select value from settings where key = 'click_salt'`)
  await server.query('delete from rate_counters')
  await visit('203.0.113.7', '2030-05-02')
  expect((await rows(server)).at(-1)?.ip_address).not.toBe(one?.ip_address)
  expect((await salts()).map(({ value }) => value.day)).toEqual(['2030-05-02'])
  // A server whose clock is behind uses the newer salt and does not restore the salt of the previous day.
  await visit('203.0.113.70', '2030-05-01')
  expect((await rows(server)).at(-1)?.ip_address).toBe((await rows(server)).at(-2)?.ip_address)
  await forgetOldSalt(db, new Date('2030-05-02T23:59:59Z'))
  expect(await salts()).toHaveLength(1)
  await forgetOldSalt(db, new Date('2030-05-03T00:00:01Z'))
  expect(await salts()).toHaveLength(0)
})

test('leaves out bots and what is fetched ahead, and says how many', async () => {
  const server = await startTestServer()
  const bots: Sent[] = [
    { agent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
    { agent: 'curl/8.5.0' },
    { agent: '' },
    { agent: chrome.replace('Chrome/', 'HeadlessChrome/') },
    { headers: { 'sec-purpose': 'prefetch;prerender' } },
  ]
  for (const sent of bots) expect((await click(server, 'plan', sent)).status).toBe(204)
  await click(server, 'plan', {
    agent: 'Mozilla/5.0 (Linux; Android 14; CUBOT X50) Chrome/140.0 Mobile Safari/537.36',
  })
  expect(await rows(server)).toMatchObject([{ user_agent: 'Chrome, phone' }])
  expect(await readLeftOut(server)).toEqual({ 'click-bots': bots.length })

  const withHttps = await startTestServer({ env: { PUBLIC_URL: 'https://everyday.test' } })
  await click(withHttps, 'plan')
  await click(withHttps, 'plan', { headers: { 'sec-fetch-mode': 'no-cors' } })
  // Node's `fetch` always sends `sec-fetch-mode`, so the request without it is injected.
  const bare = await withHttps.instance.app.inject({
    method: 'POST',
    url: paths.api.calendarClick('header'),
    headers: { 'user-agent': chrome, 'sec-fetch-site': 'same-origin' },
  })
  expect(bare.statusCode).toBe(204)
  expect((await rows(withHttps)).map((row) => row.service)).toEqual(['plan'])
  expect(await readLeftOut(withHttps)).toEqual({ 'click-bots': 1 })
})

test('a flood is refused from memory', async () => {
  const server = await startTestServer()
  const answers = await Promise.all(Array.from({ length: 310 }, () => click(server, 'plan')))
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(10)
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(60)
})

test('forgets agents and addresses by age, and keeps the clicks', async () => {
  const server = await startTestServer()
  await server.query(
    `insert into calendar_clicks (service, user_agent, ip_address, created_at)
     select 'plan', 'Chrome, phone', 'x', now() - make_interval(days => n) from generate_series(0, 25000) as n`,
  )
  expect(await forgetClickDetails(server.instance.db, 30)).toBe(25000 - 30 + 1)
  expect(await forgetClickDetails(server.instance.db, 30)).toBe(0)
  const [{ kept, all } = {}] = await server.query(
    'select count(*)::int as all, count(ip_address)::int as kept from calendar_clicks where (ip_address is null) = (user_agent is null)',
  )
  expect({ kept, all }).toEqual({ kept: 30, all: 25001 })
})
