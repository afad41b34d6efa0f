import { describe, expect, test } from 'vitest'
import { paths } from '../../../core/contract/paths.ts'
import { hashToken } from '../../../core/server/http/tokens.ts'
import { admin, cookiesOf, startTestServer, type TestServer } from '../../../tests/helpers/test-server.ts'
import type { AccountSession } from '../contract/account.ts'
import { createApiToken } from '../testing/api-token.ts'
import { hashPassword } from './passwords.ts'

const works = async (server: TestServer, cookie: string) =>
  (await server.send('/api/session', { cookie })).status === 200
const tokenOf = (cookie: string) => /session=([^;]+)/.exec(cookie)?.[1] ?? ''

describe('changing the password by call', () => {
  const change = (server: TestServer, cookie: string, json: unknown) =>
    server.send('/api/account/password', { cookie, json })

  test('ends every other session and all API tokens, and goes on under a new cookie', async () => {
    const server = await startTestServer()
    const other = await server.signIn()
    const cookie = await server.signIn()
    const token = await createApiToken(server, cookie, ['read-entries'])
    const refused = await change(server, cookie, { current: 'wrong password', next: 'a new password' })
    expect(refused.status).toBe(422)
    expect((await server.send('/api/people', token)).status).toBe(200)
    const changed = await change(server, cookie, { current: admin.password, next: 'a new password' })
    expect(changed.status).toBe(204)
    expect(changed.headers.get('cache-control')).toBe('no-store')
    const fresh = cookiesOf(changed)
    expect(fresh).toMatch(/^session=[\w-]{43}; device=[\w-]{43}$/)
    expect(await works(server, fresh)).toBe(true)
    expect(await works(server, cookie)).toBe(false)
    expect(await works(server, other)).toBe(false)
    expect((await server.send('/api/people', token)).status).toBe(401)
    expect((await server.send('/api/session', { json: admin })).status).toBe(401)
    const again = { ...admin, password: 'a new password' }
    expect((await server.send('/api/session', { json: again, cookie: fresh })).status).toBe(200)
  })

  test('needs a session, the current password and a good new one', async () => {
    const server = await startTestServer()
    const cookie = await server.signIn()
    const good = { current: admin.password, next: 'a new password' }
    expect((await change(server, '', good)).status).toBe(401)
    const cases: [unknown, number, string][] = [
      [{ ...good, current: 'wrong password' }, 422, 'That’s not your current password.'],
      [{ ...good, next: 'eleven long' }, 422, 'Use at least 12 characters.'],
      [{ ...good, next: 'x'.repeat(201) }, 422, 'Use up to 200 characters.'],
      [{ ...good, current: '' }, 422, 'Fill in both passwords.'],
      [{ current: 'x' }, 400, 'The field “next” is missing.'],
      [{ ...good, more: 1 }, 400, 'There’s no field “more” here.'],
    ]
    for (const [json, status, words] of cases) {
      const response = await change(server, cookie, json)
      expect(response.status, words).toBe(status)
      expect((await response.json()).detail).toContain(words)
    }
    expect(await works(server, cookie)).toBe(true)
  })

  test('is not one that is easy to guess, and holds neither name', async () => {
    const server = await startTestServer({ env: { SITE_NAME: 'Harbor Food Bank' } })
    const cookie = await server.signIn()
    const common = 'first passwords that attackers try.'
    const named = 'Leave your username and the name of this site out of your password.'
    const cases: [string, string][] = [
      ['password1234', common],
      ['PassWord1234', common],
      ['qwertyuiop12', common],
      ['Sunshine2026!', common],
      ['P@ssw0rd1234', common],
      ['aaaaaaaaaaaaaaaa', 'Repeated characters such as “aaa” are easy to guess.'],
      ['abababababab', 'Repeated characters such as “abcabc” are easy to guess.'],
      ['abcdefghijklm', 'Sequences such as “abcd” are easy to guess.'],
      ['annadmin-2026', named],
      ['the harbor food bank!', named],
    ]
    for (const [next, words] of cases)
      for (const send of [
        () => change(server, cookie, { current: admin.password, next }),
        () => server.send(paths.adminPassword, { cookie, form: { current: admin.password, next } }),
      ]) {
        const response = await send()
        expect(response.status, next).toBe(422)
        expect(await response.text(), next).toContain(words)
      }
    expect(await works(server, cookie)).toBe(true)
    const next = 'sunshine over the old pier'
    expect((await change(server, cookie, { current: admin.password, next })).status).toBe(204)
  })

  test('shares its five guesses with the plain page', async () => {
    const server = await startTestServer()
    const cookie = await server.signIn()
    const wrong = { current: 'wrong password', next: 'a new password' }
    for (let number = 0; number < 3; number++) expect((await change(server, cookie, wrong)).status).toBe(422)
    for (let number = 0; number < 2; number++)
      expect((await server.send(paths.adminPassword, { form: wrong, cookie })).status).toBe(422)
    const refused = await change(server, cookie, { ...wrong, current: admin.password })
    expect(refused.status).toBe(429)
    // The wait is in seconds: 15 minutes are 900.
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800)
    expect((await refused.json()).detail).toContain('Please wait 15 minutes')
  })
})

describe('sessions', () => {
  const list = async (server: TestServer, cookie: string): Promise<AccountSession[]> =>
    (await server.send('/api/account/sessions', { cookie })).json()
  const end = async (server: TestServer, cookie: string, id: string) =>
    server.send(`/api/account/sessions/${id}`, { method: 'DELETE', cookie })

  test('are listed by a name that is neither token nor hash, the living ones only', async () => {
    const server = await startTestServer()
    expect((await server.send('/api/account/sessions')).status).toBe(401)
    const [idle, other, mine] = [await server.signIn(), await server.signIn(), await server.signIn()]
    await server.query(
      `update sessions set last_seen_at = now() - interval '13 hours' where token_hash = $1`,
      [hashToken(tokenOf(idle))],
    )
    await server.query(`update sessions set last_seen_at = now() - interval '1 hour' where token_hash = $1`, [
      hashToken(tokenOf(other)),
    ])
    const sessions = await list(server, mine)
    expect(sessions.map((session) => session.current)).toEqual([true, false])
    expect(Date.now() - Date.parse(sessions[1]?.lastSeenAt ?? '')).toBeGreaterThan(3_500_000)
    for (const { id } of sessions)
      for (const cookie of [other, mine]) {
        expect(id).toMatch(/^[0-9a-f]{32}$/)
        expect(hashToken(tokenOf(cookie))).not.toContain(id)
        expect(tokenOf(cookie)).not.toContain(id)
      }
  })

  test('are named by the device, whichever way it signed in', async () => {
    const server = await startTestServer()
    const mine = await server.signIn()
    const headers = {
      'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0 Safari/537.36',
    }
    await server.send('/api/session', { json: admin, headers })
    await server.send(paths.login, { form: { ...admin, next: paths.admin }, headers })
    const devices = (await list(server, mine)).map(({ device }) => device)
    expect(devices.sort()).toEqual(['Chrome on Windows', 'Chrome on Windows', null])
    const json = { current: admin.password, next: 'another horse battery' }
    const changed = cookiesOf(
      await server.send('/api/account/password', {
        cookie: mine,
        json,
        headers: { 'user-agent': `Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0${' '.repeat(2000)}` },
      }),
    )
    expect((await list(server, changed)).map(({ device }) => device)).toEqual(['Firefox on Linux'])
  })

  test('end one by one, one’s own only', async () => {
    const server = await startTestServer()
    const [other, mine] = [await server.signIn(), await server.signIn()]
    const theirs = (await list(server, other)).find((session) => session.current)?.id ?? ''
    expect((await end(server, '', theirs)).status).toBe(401)
    expect((await end(server, mine, hashToken(tokenOf(other)))).status).toBe(404)

    const stranger = { username: 'Bob', password: 'correct horse battery' }
    await server.query('insert into users (username, password) values ($1, $2)', [
      stranger.username,
      await hashPassword(stranger.password),
    ])
    const bob = cookiesOf(await server.send('/api/session', { json: stranger }))
    expect(await list(server, bob)).toHaveLength(1)
    expect((await end(server, bob, theirs)).status).toBe(404)
    expect(await works(server, other)).toBe(true)

    expect((await end(server, mine, theirs)).status).toBe(204)
    expect(await works(server, other)).toBe(false)
    expect(await works(server, mine)).toBe(true)
    expect((await end(server, mine, theirs)).status).toBe(404)

    const own = (await list(server, mine))[0]?.id ?? ''
    const ended = await end(server, mine, own)
    expect(ended.status).toBe(204)
    expect(ended.headers.getSetCookie().join()).toMatch(/^session=;/)
    expect(await works(server, mine)).toBe(false)
  })
})
