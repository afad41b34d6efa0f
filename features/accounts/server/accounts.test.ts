import { describe, expect, test } from 'vitest'
import { joinedPath, loginPath, paths } from '../../../core/contract/paths.ts'
import { findOrganization } from '../../../core/server/organization.ts'
import { finishJobs } from '../../../tests/helpers/finish-jobs.ts'
import { admin, cookiesOf, startTestServer, type TestServer } from '../../../tests/helpers/test-server.ts'
import { createApiToken } from '../testing/api-token.ts'
import { createFirstAdmin, createSetupCode, resetPassword } from './accounts.ts'

const wrong = { username: admin.username, password: 'wrong password' }

async function serverWithAdmin(env?: Record<string, string>): Promise<TestServer> {
  const server = await startTestServer({ env, jobPause: 0.5 })
  await createFirstAdmin(server.instance.db, admin)
  return server
}

const guess = (server: TestServer, json: object, cookie = '') =>
  server.send('/api/session', { json, cookie }).then((response) => response.status)

describe('sign-in', () => {
  test('opens a session whose token is stored as a hash only', async () => {
    const server = await serverWithAdmin()
    const response = await server.send('/api/session', { json: admin })
    expect(response.status).toBe(200)
    const { username } = admin
    const names = { username, displayName: username, byline: '', defaultAuthor: 'Admin' }
    const user = { id: 1, ...names, email: null, role: 'owner' }
    expect(await response.json()).toEqual({ user })
    const [cookie = ''] = response.headers.getSetCookie()
    expect(cookie).toMatch(/^session=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/)

    const token = /^session=([^;]+)/.exec(cookie)?.[1] ?? ''
    const stored = JSON.stringify(await server.query('select s.*, u.password from sessions s, users u'))
    expect(stored).not.toContain(token)
    expect(stored).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
    expect((await server.send('/api/session', { cookie: `session=${token}` })).status).toBe(200)
    expect((await server.send('/api/session')).status).toBe(401)
  })

  test('sets __Host- and Secure behind https', async () => {
    const server = await serverWithAdmin({ PUBLIC_URL: 'https://everyday.example' })
    const response = await server.send('/api/session', { json: admin })
    for (const cookie of response.headers.getSetCookie())
      expect(cookie).toMatch(/^__Host-(session|device)=.*Path=\/; HttpOnly; Secure; SameSite=Lax/)
    expect(response.headers.get('strict-transport-security')).toContain('max-age=')
  })

  test('gives the same answer for an unknown user and a wrong password', async () => {
    const server = await serverWithAdmin()
    const answers = []
    for (const json of [wrong, { ...wrong, username: 'nobody' }]) {
      const { requestId: _, ...body } = await (await server.send('/api/session', { json })).json()
      answers.push(body)
    }
    expect(answers[0]).toMatchObject({ status: 401 })
    expect(answers[1]).toEqual(answers[0])
  })

  test('counts every spelling of a name as one, whether a user has it or not', async () => {
    const server = await serverWithAdmin()
    for (const name of [admin.username, 'Somebody Else']) {
      const mixed = `${name[0]}${name.slice(1).toUpperCase()}`
      const spellings = [name, name.toUpperCase(), name.toLowerCase(), mixed]
      const statuses = []
      for (const username of [...spellings, ...spellings])
        statuses.push(await guess(server, { ...wrong, username }))
      expect(statuses, name).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
    }
  })

  test('checks at most five guesses of an account, however many come at once, and tells when to come back', async () => {
    const server = await serverWithAdmin()
    const statuses = await Promise.all(Array.from({ length: 15 }, () => guess(server, wrong)))
    expect(statuses.filter((status) => status === 401)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
    const refused = await server.send('/api/session', { json: admin })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800)

    await server.query(`update rate_counters set window_ends_at = now() - interval '1 second'`)
    expect(await guess(server, admin)).toBe(200)
  })

  test('checks at most twenty guesses of an address', async () => {
    const server = await serverWithAdmin()
    const statuses = await Promise.all(
      Array.from({ length: 25 }, (_, number) => guess(server, { ...wrong, username: `user ${number}` })),
    )
    expect(statuses.filter((status) => status === 401)).toHaveLength(20)
    expect(await guess(server, admin)).toBe(429)
  })

  test('forgets the account’s guesses after a success', async () => {
    const server = await serverWithAdmin()
    for (let round = 0; round < 3; round++) {
      for (let number = 0; number < 4; number++) expect(await guess(server, wrong)).toBe(401)
      expect(await guess(server, admin)).toBe(200)
    }
  })

  test('lets the owner in on a browser that signed in before, while strangers guess', async () => {
    const server = await serverWithAdmin()
    const device = cookiesOf(await server.send('/api/session', { json: admin }))
    for (let number = 0; number < 8; number++) await guess(server, wrong)
    expect(await guess(server, admin)).toBe(429)
    expect(await guess(server, admin, device)).toBe(200)
    // Guesses from the known device are limited, too.
    for (let number = 0; number < 5; number++) expect(await guess(server, wrong, device)).toBe(401)
    expect(await guess(server, admin, device)).toBe(429)
  })

  test('tells the owner once a day when strangers guess, and of names that no one has nothing', async () => {
    const server = await serverWithAdmin({ NOTIFY_EMAIL: 'owner@example.org' })
    for (let number = 0; number < 5; number++) await guess(server, wrong)
    expect(await server.query(`select id from pgboss.job where name = 'account-notice'`)).toEqual([])
    for (const username of [admin.username, admin.username.toUpperCase(), 'nobody'])
      for (let number = 0; number < 7; number++) await guess(server, { ...wrong, username })
    expect(await server.query(`select id from pgboss.job where name = 'account-notice'`)).toHaveLength(2)
    await finishJobs(server, 'account-notice')
    await server.query(`update rate_counters set window_ends_at = now() - interval '1 second'`)
    for (let number = 0; number < 6; number++) await guess(server, wrong)
    await finishJobs(server, 'account-notice')
    const sent = await server.query('select * from outbox_messages')
    const subject = 'Someone is guessing a password at Everyday AI'
    expect(sent).toMatchObject([{ recipient: 'owner@example.org', kind: 'security', subject }])
    expect(sent[0]?.text).toContain(`Wrong passwords for ${admin.username}`)
  })

  test('says that an address is no username, whether or not someone has it', async () => {
    const server = await serverWithAdmin()
    await server.query(`update users set email = 'ann@example.org'`)
    const refuse = async (username: string) =>
      (await (await server.send('/api/session', { json: { ...admin, username } })).json()).detail
    expect(await refuse('nobody')).toBe('That username and password don’t match. Try again.')
    const words = await refuse('ann@example.org')
    expect(words).toContain('Use your username, not your email address.')
    expect(await refuse('nobody@example.org')).toBe(words)
  })

  test('refuses calls that have not the two fields', async () => {
    const server = await serverWithAdmin()
    const wrongFields = [{}, { username: 'a' }, { ...admin, extra: 1 }, { username: ['a'], password: 'b' }]
    for (const json of [...wrongFields, 'text', null])
      expect(await guess(server, json as object), JSON.stringify(json)).toBe(400)
  })
})

describe('a session', () => {
  test('ends by sign-out, after 12 idle hours and after 7 days', async () => {
    const server = await serverWithAdmin()
    const works = async (cookie: string) => (await server.send('/api/session', { cookie })).status === 200

    const first = await server.signIn()
    expect((await server.send('/api/session', { method: 'DELETE', cookie: first })).status).toBe(204)
    expect(await works(first)).toBe(false)

    const second = await server.signIn()
    await server.query(`update sessions set last_seen_at = now() - interval '11 hours 59 minutes'`)
    expect(await works(second)).toBe(true)
    await server.query(`update sessions set last_seen_at = now() - interval '12 hours 1 minute'`)
    expect(await works(second)).toBe(false)

    const third = await server.signIn()
    await server.query(`update sessions set created_at = now() - interval '7 days 1 minute'`)
    expect(await works(third)).toBe(false)
  })

  test('a page without one leads to sign-in and back, to local addresses only', async () => {
    const server = await serverWithAdmin()
    const page = await server.send('/admin-simple?tab=waitlist')
    expect(page.status).toBe(303)
    expect(page.headers.get('location')).toBe(loginPath('/admin-simple?tab=waitlist'))

    const long = await server.send(`/admin-simple?tab=${'x'.repeat(3000)}`)
    expect((await server.send(long.headers.get('location') ?? '')).status).toBe(200)
    expect((await server.send(`${paths.login}?next=/a&next=/b`)).status).toBe(200)

    const login = async (next: string) =>
      (await server.send(paths.login, { form: { ...admin, next } })).headers.get('location')
    expect(await login('/admin-simple?tab=waitlist')).toBe('/admin-simple?tab=waitlist')
    const foreign = ['https://evil.example', '//evil.example', '/\\evil.example', '/\t/evil.example']
    for (const next of [...foreign, 'admin', '']) expect(await login(next), next).toBe(paths.adminToday)
  })
})

describe('the plain sign-in form', () => {
  test('keeps the username, never the password', async () => {
    const server = await serverWithAdmin()
    const response = await server.send(paths.login, { form: wrong })
    expect(response.status).toBe(422)
    const html = await response.text()
    expect(html).toContain('That username and password don’t match.')
    expect(html).toContain('value="Ann Admin"')
    expect(html).not.toContain(wrong.password)
  })

  test('signs out', async () => {
    const server = await serverWithAdmin()
    const cookie = await server.signIn()
    const response = await server.send(paths.logout, { method: 'POST', cookie })
    expect(response.headers.get('location')).toBe(paths.login)
    expect((await server.send(paths.adminSimple, { cookie })).status).toBe(303)
  })
})

describe('changing the password', () => {
  test('needs the current one and ends every session and API token', async () => {
    const server = await serverWithAdmin()
    const cookie = await server.signIn()
    const token = await createApiToken(server, cookie, ['read-entries'])
    const page = await (await server.send(paths.adminPassword, { cookie })).text()
    expect(page).toContain('your API tokens will stop working')
    const change = (form: Record<string, string>) => server.send(paths.adminPassword, { form, cookie })
    expect((await change({ current: 'wrong', next: 'a new password' })).status).toBe(422)
    expect((await change({ current: admin.password, next: 'short' })).status).toBe(422)
    const changed = await change({ current: admin.password, next: 'a new password' })
    expect(changed.status).toBe(303)
    expect((await server.send('/api/session', { cookie })).status).toBe(401)
    expect((await server.send('/api/people', token)).status).toBe(401)
    expect(await guess(server, admin)).toBe(401)
    expect(await guess(server, { ...admin, password: 'a new password' })).toBe(200)
  })

  test('leads to sign-in and back if the session has ended in the meantime', async () => {
    const server = await serverWithAdmin()
    const cookie = await server.signIn()
    await server.send('/api/session', { method: 'DELETE', cookie })
    const form = { current: admin.password, next: 'a new password' }
    const response = await server.send(paths.adminPassword, { form, cookie })
    expect(response.status).toBe(401)
    const html = await response.text()
    expect(html).toContain('Sign in and try again.')
    expect(html).toContain(`href="${loginPath(paths.adminPassword)}">Sign in</a>`)
    expect(html).not.toContain('a new password')
  })

  test('is guessed at most five times, and says when to come back', async () => {
    const server = await serverWithAdmin()
    const cookie = await server.signIn()
    const form = { current: 'wrong password', next: 'a new password' }
    for (let number = 0; number < 5; number++)
      expect((await server.send(paths.adminPassword, { form, cookie })).status).toBe(422)
    const refused = await server.send(paths.adminPassword, { form, cookie })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800)
    expect(await refused.text()).toContain('Please wait 15 minutes')
  })

  test('from the command line helps the locked out', async () => {
    const server = await serverWithAdmin()
    for (let number = 0; number < 6; number++) await guess(server, wrong)
    expect(await resetPassword(server.instance.db, 'nobody', 'new password')).toBe(false)
    expect(await resetPassword(server.instance.db, 'ANN admin', 'new password')).toBe(true)
    expect(await guess(server, { ...admin, password: 'new password' })).toBe(200)
  })
})

describe('the first admin', () => {
  test('can be made with the link of an earlier start too, for a day', async () => {
    const server = await startTestServer()
    const opens = async (code: string) => (await server.send(`${paths.setup}?code=${code}`)).status
    const letPass = (time: string) =>
      server.query(
        `update settings set value = (select jsonb_agg(jsonb_set(code, '{createdAt}',
           to_jsonb(to_char((code->>'createdAt')::timestamptz - $1::interval, 'YYYY-MM-DD"T"HH24:MI:SSTZH:TZM'))))
         from jsonb_array_elements(value) as code)`,
        [time],
      )
    const first = await createSetupCode(server.instance.db)
    await letPass('3 days')
    // The server has not been started since, so this is the only link, and the only link never expires.
    expect(await opens(first)).toBe(200)
    const codes = await Promise.all(Array.from({ length: 4 }, () => createSetupCode(server.instance.db)))
    expect(await Promise.all(codes.map(opens))).toEqual([200, 200, 200, 200])
    expect(await opens(first)).toBe(403)
    await letPass('25 hours')
    const last = await createSetupCode(server.instance.db)
    expect(await opens(last)).toBe(200)
    expect(await Promise.all(codes.map(opens))).toEqual([403, 403, 403, 403])
    expect((await server.send(paths.setup, { form: { ...admin, code: last } })).status).toBe(303)
    expect(await server.query(`select key from settings where key = 'setup_codes'`)).toEqual([])
  })

  test('is made once with the printed code', async () => {
    const server = await startTestServer()
    const code = await createSetupCode(server.instance.db)
    expect((await server.send(paths.setup)).status).toBe(403)
    const page = await server.send(`${paths.setup}?code=${code}`)
    expect(page.status).toBe(200)
    expect(page.headers.get('referrer-policy')).toBe('same-origin')
    expect(JSON.stringify(await server.query('select * from settings'))).not.toContain(code)

    const make = (form: Record<string, string>) => server.send(paths.setup, { form })
    expect((await make({ ...admin, code: 'guess' })).status).toBe(403)
    expect((await make({ ...admin, code, password: 'short' })).status).toBe(422)
    const easy = await make({ ...admin, code, password: 'password1234' })
    expect(easy.status).toBe(422)
    expect(await easy.text()).toContain('close to one of the first passwords that attackers try')
    const results = await Promise.all(Array.from({ length: 10 }, () => make({ ...admin, code })))
    const statuses = results.map((response) => response.status)
    expect(statuses.filter((status) => status === 303)).toHaveLength(1)
    // The first request uses up the code, so the others get 403, or 404 once the setup page no longer exists.
    expect(statuses.filter((status) => status === 403 || status === 404)).toHaveLength(9)
    expect(await server.query('select username from users')).toEqual([{ username: admin.username }])

    expect((await server.send(`${paths.setup}?code=${code}`)).status).toBe(404)
    const made = results.find((response) => response.status === 303)
    expect((await server.send('/api/session', { cookie: cookiesOf(made as Response) })).status).toBe(200)
  })
})

test('the setup form takes a name, an address, and the name of the organization', async () => {
  const server = await startTestServer()
  const code = await createSetupCode(server.instance.db)
  const make = (form: Record<string, string>) =>
    server.send(paths.setup, { form: { ...admin, code, ...form } })
  const form = await (await server.send(`${paths.setup}?code=${code}`)).text()
  expect(form).toMatch(/<input[^>]*placeholder="Harbor Food Bank"/)
  expect(form).not.toContain('value="Everyday AI"')
  const typed = { name: 'Ann Field', email: 'ann@hope.example', organization: 'Hope Street' }
  for (const [field, value] of Object.entries({ name: ' ', email: 'ann at hope', organization: '' })) {
    const refused = await make({ ...typed, [field]: value })
    expect(refused.status, field).toBe(422)
    expect(await refused.text()).toContain('value="Ann Admin"')
  }
  const made = await make(typed)
  expect([made.status, made.headers.get('location')]).toEqual([303, joinedPath(paths.adminGetStarted)])
  const session = await (await server.send('/api/session', { cookie: cookiesOf(made) })).json()
  expect(session.user).toMatchObject({
    displayName: 'Ann Field',
    email: 'ann@hope.example',
    defaultAuthor: 'Admin',
  })
  expect(await (await server.send(paths.home)).text()).toContain('Hope Street')
})

const smtp = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'hello@hope.example' }
test.each([
  ['without an email server', {}, undefined],
  ['with an email server', smtp, 'ann@hope.example'],
  ['with NOTIFY_EMAIL', { ...smtp, NOTIFY_EMAIL: 'office@hope.example' }, undefined],
])('the setup %s sets an address for notifications if they can be sent', async (_, env, expected) => {
  const server = await startTestServer({ env: { ...env, SITE_NAME: 'Hope' } })
  const code = await createSetupCode(server.instance.db)
  expect(await (await server.send(`${paths.setup}?code=${code}`)).text()).toContain('value="Hope"')
  const typed = { name: 'Ann Field', email: 'ann@hope.example', organization: 'Hope Street' }
  expect((await server.send(paths.setup, { form: { ...admin, code, ...typed } })).status).toBe(303)
  expect((await findOrganization(server.instance.db)).notifyEmail).toBe(expected)
})
