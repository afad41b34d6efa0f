import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { originalLook } from '../../core/contract/look/look.ts'
import { loginPath, paths } from '../../core/contract/paths.ts'
import { starterScript } from '../../core/contract/starter-script.ts'
import { postPaths } from '../../features/posts/contract/post-paths.ts'
import { lookPreviewPath } from '../../features/site/contract/look/preview-style.ts'
import { sitePaths } from '../../features/site/contract/site-paths.ts'
import { concretePath } from '../helpers/concrete-path.ts'
import { startSignedIn, startTestServer } from '../helpers/test-server.ts'
import { createAddresses } from '../helpers/visitor-addresses.ts'

const policy =
  `default-src 'none'; script-src 'self' '${hashSource(starterScript)}'; style-src 'self'; style-src-attr 'none'; img-src 'self' data: blob:; ` +
  "font-src 'self'; connect-src 'self'; media-src 'self' blob:; manifest-src 'self'; form-action 'self'; " +
  "base-uri 'none'; frame-ancestors 'none'"

const publicPolicy = `${policy}; require-trusted-types-for 'script'`

/** Hash that allows an inline script in the security policy (CSP Level 3, section 6.7.2.4) */
function hashSource(script: string): string {
  return `sha256-${createHash('sha256').update(script).digest('base64')}`
}

/** Queries without which an address responds 400 */
const neededQueries = new Map<string, string>([
  [paths.api.lookPreviewStyle, new URL(lookPreviewPath(originalLook), 'http://any').search],
  ['/api/calendar', '?from=2027-01-01&to=2027-01-31'],
  ['/api/trainings/time-zone', '?format=online&place='],
])

/** Endpoints for visitors. Add a new one only if it needs no session. */
const forVisitors = new Set([
  'POST /api/training-waitlist',
  'POST /api/contact',
  'POST /api/newsletter',
  'GET /api/form-start',
  'GET /api/blog',
  'GET /api/blog/recent',
  'GET /api/blog/:id',
  'POST /api/session',
  'GET /api/session',
  'DELETE /api/session',
  'POST /api/session/passkey-challenge',
  'POST /api/session/passkey',
  'POST /api/calendar-clicks',
])

describe('every route of the server', () => {
  test('under /admin and /api is for admins, except what visitors and guests use', async () => {
    const { instance } = await startTestServer()
    const routes = instance.app.routeTable.filter(({ url }) => /^\/(admin|api)\b/.test(url))
    expect(routes.length).toBeGreaterThan(100)
    for (const { method, url, audience } of routes) {
      const isForVisitors = forVisitors.has(`${method.replace('HEAD', 'GET')} ${url}`)
      const expected = isForVisitors ? 'everyone' : url.includes(':token') ? 'guest' : 'admin'
      expect(audience, `${method} ${url}`).toBe(expected)
    }
  })

  test('carries the headers, whatever it answers', async () => {
    const server = await startTestServer()
    const urls = [
      ...server.instance.app.routeTable.map(
        ({ method, url, audience, kind }) =>
          [
            method,
            concretePath(url),
            audience === 'everyone' && (kind === 'page' || kind === 'form'),
          ] as const,
      ),
      ['GET', '/no/such/page', true] as const,
      ['GET', '/%00', true] as const,
      ['GET', '/%', true] as const,
      ['PUT', paths.home, true] as const,
      ['GET', '/api/none', false] as const,
    ]
    for (const [method, url, isPublicPage] of urls) {
      const { headers } = await server.send(url, { method })
      const expected = isPublicPage ? publicPolicy : policy
      expect(headers.get('content-security-policy'), `${method} ${url}`).toBe(expected)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toMatch(/^(strict-origin-when-cross-origin|same-origin)$/)
      expect(headers.get('permissions-policy')).toContain('microphone=(self), camera=()')
      expect(headers.get('x-powered-by')).toBeNull()
      expect(headers.get('strict-transport-security')).toBeNull()
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    }
  })

  test('carries no script, or as a page with islands one inline script that the policy allows by its hash', async () => {
    const { send } = await startTestServer()
    for (const [path, hasIslands] of [
      [paths.home, true],
      [sitePaths.waitlist, true],
      [sitePaths.contact, true],
      [sitePaths.apps, false],
      [postPaths.blog, false],
      [paths.privacyPolicy, false],
      ['/no/such/page', false],
    ] as const) {
      const response = await send(path)
      const html = await response.text()
      expect(html.includes('data-island="'), path).toBe(hasIslands)
      const scripts = [...html.matchAll(/<script([^>]*)>(.*?)<\/script>/gs)]
        .filter(([, attributes]) => !attributes?.includes('application/ld+json'))
        .map(([, attributes = '', text = '']) => ({ attributes, source: hashSource(text) }))
      if (!hasIslands) expect(scripts, path).toEqual([])
      else {
        expect(scripts, path).toEqual([
          {
            attributes: expect.stringMatching(/^ type="module" data-islands="[^"]+"$/),
            source: scripts[0]?.source,
          },
        ])
        const policy = response.headers.get('content-security-policy') ?? ''
        expect(/script-src ([^;]*)/.exec(policy)?.[1], path).toBe(`'self' '${scripts[0]?.source}'`)
      }
    }
  })

  test('for admins turns everyone else away, and is never stored', async () => {
    const server = await startTestServer({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
    const nextAddress = createAddresses()
    const cookie = await server.signIn()
    await server.query(`update sessions set created_at = now() - interval '8 days'`)
    for (const { method, url, kind } of server.instance.app.routeTable.filter(
      (one) => one.audience === 'admin',
    ))
      for (const credentials of [{}, { cookie: 'session=guess' }, { cookie }]) {
        const response = await server.send(concretePath(url), {
          method,
          headers: nextAddress(),
          ...credentials,
        })
        expect(response.headers.get('cache-control')).toBe('no-store')
        if (kind === 'page') {
          expect(response.status).toBe(303)
          expect(response.headers.get('location')).toBe(loginPath(concretePath(url)))
        } else expect(response.status, `${method} ${url}`).toBe(401)
      }
    const valid = await server.signIn()
    for (const { url } of server.instance.app.routeTable.filter(
      (one) => one.audience === 'admin' && one.method === 'GET',
    )) {
      const response = await server.send(concretePath(url) + (neededQueries.get(url) ?? ''), {
        cookie: valid,
      })
      // `concretePath` fills in ids and names that do not exist.
      if (/[:*]/.test(url)) expect(response.status, url).toBe(404)
      else expect(response.status, url).toBeLessThan(400)
      expect(response.headers.get('cache-control'), url).toBe('no-store')
    }
  })

  test('for guests opens nothing without their link, is never stored, found or named to another site', async () => {
    const server = await startTestServer()
    const routes = server.instance.app.routeTable.filter((one) => one.audience === 'guest')
    expect(routes.length).toBeGreaterThan(10)
    const cookie = await server.signIn()
    for (const { method, url } of routes)
      for (const credentials of [{}, { cookie }]) {
        const response = await server.send(concretePath(url), { method, ...credentials })
        expect(response.status, `${method} ${url}`).toBeGreaterThanOrEqual(400)
        expect(response.status, `${method} ${url}`).toBeLessThan(500)
        expect(response.headers.get('cache-control'), url).toBe('no-store')
        expect(response.headers.get('referrer-policy'), url).toBe('same-origin')
        expect(response.headers.get('x-robots-tag'), url).toBe('noindex')
      }
  })

  test('that writes refuses a foreign origin', async () => {
    const server = await startTestServer({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
    const nextAddress = createAddresses()
    const writes = server.instance.app.routeTable.filter(
      // One-click unsubscribe requests come from mail programs, without an origin. The token authorizes them: RFC 8058.
      (one) =>
        !['GET', 'HEAD', 'OPTIONS'].includes(one.method) && one.url !== '/newsletter/unsubscribe/:token',
    )
    expect(writes.length).toBeGreaterThan(5)
    for (const { method, url } of writes) {
      for (const site of ['cross-site', 'same-site', 'none'])
        expect(
          (
            await server.send(concretePath(url), {
              method,
              headers: { ...nextAddress(), 'sec-fetch-site': site },
            })
          ).status,
          url,
        ).toBe(403)
      for (const origin of [undefined, 'https://evil.example', 'null'])
        expect(
          (
            await fetch(server.url + concretePath(url), {
              method,
              headers: { ...nextAddress(), ...(origin && { origin }) },
            })
          ).status,
          url,
        ).toBe(403)
    }
  })
})

/** Sends bytes on a raw connection, and returns the whole response. */
function sendRaw(url: string, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(bytes))
    let answer = ''
    socket.on('data', (chunk: Buffer) => (answer += chunk))
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}

test('what is no request, has too many headers or two hosts is refused with the headers', async () => {
  const server = await startTestServer()
  // Put the page into the cache, because a cached page is served before Fastify sees the request.
  await server.send(paths.home)
  const cases: [string, number][] = [
    ['nonsense\r\n\r\n', 400],
    ['GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    [`GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['GET / HTTP/1.1\r\nHost: everyday.test\r\nHost: evil.example\r\nConnection: close\r\n\r\n', 400],
    ['POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n', 400],
  ]
  for (const [bytes, status] of cases) {
    const answer = await sendRaw(server.url, bytes)
    expect(answer, bytes.slice(0, 60)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(answer, bytes.slice(0, 60)).toMatch(/^content-security-policy: default-src 'none'; /im)
    expect(answer).toMatch(/^x-content-type-options: nosniff\r$/im)
    expect(answer).not.toContain('evil.example')
  }
})

test('behind https browsers stay with https, for subdomains where that is wished', async () => {
  const https = { PUBLIC_URL: 'https://everyday.example' }
  const hsts = async (env: Record<string, string>) =>
    (await (await startTestServer({ env })).send(paths.home)).headers.get('strict-transport-security')
  expect(await hsts(https)).toBe('max-age=31536000')
  expect(await hsts({ ...https, HSTS_SUBDOMAINS: 'yes' })).toBe('max-age=31536000; includeSubDomains')
})

test('signing out empties the cache of the browser, and leaves drafts and the known device alone', async () => {
  const server = await startTestServer()
  for (const leave of [
    async () => server.send('/api/session', { method: 'DELETE', cookie: await server.signIn() }),
    async () => server.send(paths.logout, { method: 'POST', cookie: await server.signIn() }),
  ]) {
    const response = await leave()
    expect(response.headers.get('clear-site-data')).toBe('"cache"')
    expect(response.headers.getSetCookie().join()).not.toContain('device=')
  }
})

test('the 404 page has the words of the product, for any path', async () => {
  const server = await startTestServer()
  for (const path of [
    '/nope',
    '/blog/../../etc/passwd',
    '/wp-login.php',
    `/${'a'.repeat(5000)}`,
    '/%E2%82%AC',
  ]) {
    const response = await server.send(path)
    expect(response.status, path).toBe(404)
    expect(await response.text()).toMatch(/<h1[^>]*>404 Page Not Found<\/h1>/)
  }
  const unreadable = await server.send('/api/%zz')
  expect(unreadable.status).toBe(400)
  expect(unreadable.headers.get('content-type')).toContain('application/problem+json')
  const call = await server.send('/api/nope')
  expect(call.status).toBe(404)
  expect(await call.json()).toMatchObject({ title: 'Not found', status: 404 })
})

test('probes tell a living process from a ready one', async () => {
  const server = await startTestServer()
  expect((await server.send(paths.healthz)).status).toBe(200)
  expect((await server.send(paths.readyz)).status).toBe(200)
  server.instance.readiness.ready = false
  expect((await server.send(paths.healthz)).status).toBe(200)
  const ready = await server.send(paths.readyz)
  expect(ready.status).toBe(503)
  expect(await ready.json()).toMatchObject({ status: 'not ready', reason: 'It is starting.' })
})

test('a process that is busy gets no visitors for a moment, is alive, and still has metrics', async () => {
  const server = await startTestServer({ env: { METRICS_TOKEN: 'a-token-of-the-tests' } })
  const cell = new Int32Array(new SharedArrayBuffer(4))
  // Two samples of the overload guard (core/server/http/guards/overload.ts) have to pass: the first one also contains the
  // many short turns of the event loop during the start.
  for (let round = 0; round < 6; round++) {
    Atomics.wait(cell, 0, 0, 2200)
    await new Promise((resolve) => setImmediate(resolve))
  }
  const [ready, alive, metrics, page] = await Promise.all([
    server.send(paths.readyz),
    server.send(paths.healthz),
    server.send(paths.metrics, { headers: { authorization: 'Bearer a-token-of-the-tests' } }),
    server.send(paths.home),
  ])
  expect(ready.status).toBe(503)
  expect(ready.headers.get('retry-after')).toBe('5')
  expect(await ready.json()).toMatchObject({ reason: expect.stringContaining('overloaded') })
  expect(alive.status).toBe(200)
  expect(metrics.status).toBe(200)
  expect(await metrics.text()).toContain('\neveryday_ready 0\n')
  expect(page.status).toBe(503)
})

test('a known address says which methods it takes', async () => {
  const server = await startTestServer()
  const cases: [string, string, string][] = [
    ['POST', paths.home, 'GET, HEAD'],
    ['DELETE', `${sitePaths.apps}/?x=1`, 'GET, HEAD'],
    ['GET', paths.logout, 'POST'],
    ['PUT', sitePaths.waitlist, 'GET, HEAD, POST'],
    ['DELETE', '/api/training-waitlist', 'GET, HEAD, POST'],
    ['PATCH', '/api/settings/organisation', 'GET, HEAD, PUT'],
    ['GET', '/api/account/sessions/5f', 'DELETE'],
    ['POST', '/assets/site.css', 'GET, HEAD'],
  ]
  for (const [method, path, allow] of cases) {
    const response = await server.send(path, { method })
    expect(response.status, `${method} ${path}`).toBe(405)
    expect(response.headers.get('allow'), path).toBe(allow)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const text = await response.text()
    expect(text).toContain('This address doesn’t accept')
    expect(response.headers.get('content-type')).toContain(
      path.startsWith('/api/') ? 'application/problem+json' : 'text/html',
    )
  }
  for (const path of ['/assets/missing.css', '/nope', '/api/nope', '/api/account/sessions/5f/more'])
    expect((await server.send(path)).status, path).toBe(404)
  expect((await server.send('/nope', { method: 'POST' })).status).toBe(404)
})

test('logs hold no body, query, address, cookie or token', async () => {
  const { server, cookie } = await startSignedIn()
  await server.send(`${paths.setup}?code=SECRETCODE`)
  await server.send(`${paths.login}?next=/SECRETPATH`)
  await server.send('/SECRETPATH?x=SECRETQUERY', { cookie, headers: { 'user-agent': 'SECRETAGENT' } })
  await server.send('/api/training-waitlist', {
    json: { name: 'SECRETNAME', email: 'SECRET@example.org', phone: 'SECRETPHONE' },
  })
  await server.query('drop table training_waitlist cascade')
  const failed = await server.send('/api/training-waitlist', {
    json: {
      name: 'SECRETNAME',
      email: 'SECRET@example.org',
      message: 'SECRETTEXT\n    at SECRETLINE (file.ts:1:1)',
    },
  })
  expect(failed.status).toBe(500)
  expect(await failed.text()).not.toMatch(/SECRET|training_waitlist|select|insert|\.ts/)
  const log = server.logged.filter((line) => !line.includes('Server listening at')).join('')
  expect(log).toContain('"msg":"a request failed"')
  expect(log).not.toContain('SECRET')
  expect(log).not.toContain('127.0.0.1')
  expect(log).not.toContain(cookie.split('=')[1]?.split(';')[0])
})

test('an address that does not exist leaves no line in the log at its usual level', async () => {
  const server = await startTestServer()
  for (const path of ['/wp-login.php', '/api/nope', postPaths.post('nope')]) await server.send(path)
  const lines = server.logged.map((line) => JSON.parse(line) as { level: number; status?: number })
  const info = 30
  expect(lines.filter(({ status }) => status === 404)).toHaveLength(3)
  expect(lines.filter(({ status, level }) => status === 404 && level >= info)).toEqual([])
})

test('the API describes itself to admins', async () => {
  const { server, cookie } = await startSignedIn()
  const document = await (await server.send(paths.api.openapi, { cookie })).json()
  expect(document.openapi).toMatch(/^3\.1/)
  const calls = server.instance.app.routeTable.filter(
    (route) => route.kind === 'call' && !route.url.startsWith(paths.api.docs),
  )
  expect(Object.keys(document.paths).sort()).toEqual(
    [...new Set(calls.map((route) => route.url.replaceAll(/:(\w+)/g, '{$1}')))].sort(),
  )
  expect(document.paths['/api/training-waitlist'].get.security).toEqual([
    { session: [] },
    { token: ['read-entries'] },
  ])
  const page = await (await server.send(paths.api.docs, { cookie })).text()
  for (const call of ['GET /api/training-waitlist', 'POST /api/session', 'DELETE /api/session'])
    expect(page).toContain(call)
})
