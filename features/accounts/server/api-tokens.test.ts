import { expect, test } from 'vitest'
import { paths } from '../../../core/contract/paths.ts'
import { passDays } from '../../../tests/helpers/pass-days.ts'
import { startTestServer, type TestServer } from '../../../tests/helpers/test-server.ts'
import { createApiToken } from '../testing/api-token.ts'
import { sweepTokens } from './api-tokens.ts'

const draft = { title: 'A draft', content: '<p>Text</p>' }

const statusOf = async (server: TestServer, path: string, options: Parameters<TestServer['send']>[1]) =>
  (await server.send(path, options)).status

test('a token is shown once, stored as a hash, and listed without its secret', async () => {
  const server = await startTestServer()
  const cookie = await server.signIn()
  const json = { name: ' My script ', scopes: ['read-posts', 'read-posts'] }
  const response = await server.send('/api/account/tokens', { cookie, json })
  expect(response.status).toBe(201)
  expect(response.headers.get('cache-control')).toBe('no-store')
  const { secret, ...token } = await response.json()
  expect(secret).toMatch(/^eai_[\w-]{43}$/)
  expect(token).toMatchObject({ id: 1, name: 'My script', scopes: ['read-posts'], lastUsedAt: null })
  const days = (Date.parse(token.expiresAt) - Date.parse(token.createdAt)) / 86_400_000
  expect(days).toBe(90)
  expect(await (await server.send('/api/account/tokens', { cookie })).json()).toEqual([token])
  const stored = await server.query('select * from api_tokens')
  expect(JSON.stringify(stored)).not.toContain(secret.slice(4))

  const headers = { authorization: `Bearer ${secret}` }
  expect(await statusOf(server, '/api/blog', { headers })).toBe(200)
  const [used] = await (await server.send('/api/account/tokens', { cookie })).json()
  expect(Date.now() - Date.parse(used.lastUsedAt)).toBeLessThan(60_000)
  expect(server.logged.join('')).not.toContain(secret.slice(4))
})

test('refuses what cannot be a token', async () => {
  const server = await startTestServer()
  const cookie = await server.signIn()
  for (const json of [
    { name: ' ', scopes: ['read-posts'] },
    { name: 'x', scopes: [] },
    { name: 'x', scopes: ['everything'] },
    { name: 'x', scopes: ['read-posts'], days: 366 },
    { name: 'x', scopes: ['read-posts'], days: 0 },
    { name: 'x'.repeat(101), scopes: ['read-posts'] },
  ])
    expect(await statusOf(server, '/api/account/tokens', { cookie, json }), JSON.stringify(json)).toBe(400)
  await server.query(`insert into api_tokens (user_id, name, token_hash, scopes, expires_at)
    select 1, 'x', n::text, '{read-posts}', now() + interval '1 day' from generate_series(1, 50) n`)
  const json = { name: 'x', scopes: ['read-posts'] }
  expect(await statusOf(server, '/api/account/tokens', { cookie, json })).toBe(409)
})

test('a request with a token needs no origin, and its cookies are ignored', async () => {
  const server = await startTestServer()
  const cookie = await server.signIn()
  const token = await createApiToken(server, cookie, ['write-drafts'])
  const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' }
  const json = draft
  const headers = { ...foreign, ...token.headers }
  expect(await statusOf(server, '/api/blog', { headers, json })).toBe(201)
  expect(await statusOf(server, '/api/blog', { headers: foreign, cookie, json })).toBe(403)

  // With the owner's cookie beside it, a token still reaches no more than it does alone.
  for (const authorization of [token.headers.authorization, 'Bearer eai_wrong-token', 'Basic YTpi', ''])
    for (const [path, method] of [
      ['/api/settings/organisation', 'GET'],
      ['/api/account/password', 'POST'],
      ['/api/account/tokens', 'GET'],
      ['/api/account/sessions', 'GET'],
      ['/api/session', 'DELETE'],
    ] as const) {
      const status = await statusOf(server, path, { method, cookie, headers: { authorization } })
      expect([401, 403], `${authorization} ${path}`).toContain(status)
    }
  const page = await server.send(paths.adminSimple, { cookie, headers: { authorization: 'Basic YTpi' } })
  expect(page.status).toBe(303)
  expect(await statusOf(server, '/api/account/tokens', { cookie })).toBe(200)
})

test('a token without the scope reads what visitors read, and its refusal names the scope', async () => {
  const server = await startTestServer()
  const cookie = await server.signIn()
  await server.send('/api/blog', { cookie, json: draft })
  const entries = await createApiToken(server, cookie, ['read-entries'])
  const posts = await createApiToken(server, cookie, ['read-posts'])
  const list = async (token: typeof posts) => (await server.send('/api/blog', token)).json()
  expect(await list(entries)).toEqual([])
  expect(await list(posts)).toMatchObject([{ title: 'A draft' }])

  const response = await server.send('/api/blog', { ...posts, json: draft })
  expect(response.status).toBe(403)
  expect(response.headers.get('www-authenticate')).toBe(
    'Bearer error="insufficient_scope", scope="write-drafts"',
  )
  expect(await response.json()).toMatchObject({
    code: 'token-scope',
    detail: 'This API token lacks the scope write-drafts (Write drafts). Make a token that has it.',
  })
  expect(await statusOf(server, '/api/people', posts)).toBe(403)
  expect(await statusOf(server, '/api/people', entries)).toBe(200)
  // Visitors may send this form, but a program with a token says that it acts for a user.
  const json = { name: 'Ann', email: 'ann@example.org' }
  expect(await statusOf(server, '/api/training-waitlist', { ...entries, json })).toBe(403)
})

test('a token ends when it is revoked, expires, or its user’s access ends', async () => {
  const server = await startTestServer()
  const cookie = await server.signIn()
  const revoked = await createApiToken(server, cookie, ['read-entries'])
  const kept = await createApiToken(server, cookie, ['read-entries'])
  const read = (token: typeof kept) => statusOf(server, '/api/people', token)
  expect([await read(revoked), await read(kept)]).toEqual([200, 200])
  expect(await statusOf(server, `/api/account/tokens/${revoked.id}`, { method: 'DELETE', cookie })).toBe(204)
  expect(await statusOf(server, `/api/account/tokens/${revoked.id}`, { method: 'DELETE', cookie })).toBe(404)
  expect([await read(revoked), await read(kept)]).toEqual([401, 200])

  await server.query(`insert into users (username, password, role) values ('Bo', 'x', 'owner')`)
  await server.query('update users set disabled_at = now() where id = 1')
  expect(await read(kept)).toBe(401)
  await server.query('update users set disabled_at = null where id = 1')
  expect(await read(kept)).toBe(200)
  await passDays(server, 91)
  expect(await read(kept)).toBe(401)
  await sweepTokens(server.instance.db)
  expect(await server.query('select id from api_tokens')).toHaveLength(2)
  await passDays(server, 366)
  await sweepTokens(server.instance.db)
  expect(await server.query('select id from api_tokens')).toEqual([])
})

test('a user makes 1,000 tokens in a year at most, however many they revoke', async () => {
  const server = await startTestServer()
  const cookie = await server.signIn()
  await createApiToken(server, cookie, ['read-posts'])
  await server.query(
    `insert into api_tokens (user_id, name, token_hash, scopes, expires_at, revoked_at)
     select 1, 'Old', n::text, '{read-posts}', now(), now() from generate_series(1, 999) as n`,
  )
  const json = { name: 'One more', scopes: ['read-posts'] }
  expect(await statusOf(server, '/api/account/tokens', { cookie, json })).toBe(409)
})

test('owners see and revoke the tokens of others, and no one else does', async () => {
  const server = await startTestServer()
  const owner = await server.signIn()
  const helper = await server.signIn({ username: 'Hal', role: 'helper' })
  const ofHelper = await createApiToken(server, helper, ['read-posts'])
  const ofOwner = await createApiToken(server, owner, ['read-posts'])
  const others = await (await server.send('/api/settings/tokens', { cookie: owner })).json()
  expect(others).toMatchObject([{ id: ofHelper.id, user: { id: 2 } }])
  expect(await statusOf(server, '/api/settings/tokens', { cookie: helper })).toBe(403)
  const revoke = (cookie: string, path: string) => statusOf(server, path, { method: 'DELETE', cookie })
  expect(await revoke(helper, `/api/settings/tokens/${ofOwner.id}`)).toBe(403)
  expect(await revoke(helper, `/api/account/tokens/${ofOwner.id}`)).toBe(404)
  expect(await revoke(owner, `/api/account/tokens/${ofHelper.id}`)).toBe(404)
  expect(await revoke(owner, `/api/settings/tokens/${ofHelper.id}`)).toBe(204)
  expect(await statusOf(server, '/api/blog', ofHelper)).toBe(401)
  expect(await statusOf(server, '/api/blog', ofOwner)).toBe(200)
})

test('a helper cannot make a token that publishes', async () => {
  const server = await startTestServer()
  await server.signIn()
  const helper = await server.signIn({ username: 'Hal', role: 'helper' })
  const json = { name: 'x', scopes: ['read-posts', 'publish'] }
  const response = await server.send('/api/account/tokens', { cookie: helper, json })
  expect(response.status).toBe(403)
  expect((await response.json()).detail).toBe('Only editors and owners can do this. Ask one of them.')
})

test('wrong tokens from one address are limited, also for a right one', async () => {
  const server = await startTestServer()
  const cookie = await server.signIn()
  const token = await createApiToken(server, cookie, ['read-posts'])
  const wrong = { headers: { authorization: 'Bearer eai_MISTYPED-SECRET' } }
  const statuses: number[] = []
  for (let attempt = 0; attempt < 25; attempt++) statuses.push(await statusOf(server, '/api/blog', wrong))
  expect(statuses).toEqual([...Array(20).fill(401), ...Array(5).fill(429)])
  const response = await server.send('/api/blog', token)
  expect(response.status).toBe(429)
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(800)
  expect(server.logged.join('')).not.toContain('MISTYPED')
  // Without a token, the same visitor reads on.
  expect(await statusOf(server, '/api/blog', {})).toBe(200)
})

test('Activity has one row for each token that is made and revoked, and one for each day of use', async () => {
  const server = await startTestServer()
  const cookie = await server.signIn()
  const token = await createApiToken(server, cookie, ['read-posts'])
  await Promise.all([1, 2, 3, 4, 5].map(() => server.send('/api/blog', token)))
  await passDays(server, 1)
  await Promise.all([1, 2, 3, 4, 5].map(() => server.send('/api/blog', token)))
  // Sessions end after twelve hours without use.
  const again = await server.signIn()
  await server.send(`/api/account/tokens/${token.id}`, { method: 'DELETE', cookie: again })
  const rows = await server.query(
    'select action, user_id, token_id, subject, subject_id, details from activity order by id',
  )
  const about = { user_id: 1, subject: 'token', subject_id: token.id }
  expect(rows).toEqual([
    { ...about, action: 'token-created', token_id: null, details: { days: 90 } },
    { ...about, action: 'token-used', token_id: token.id, details: {} },
    { ...about, action: 'token-used', token_id: token.id, details: {} },
    { ...about, action: 'token-revoked', token_id: null, details: {} },
  ])
})
