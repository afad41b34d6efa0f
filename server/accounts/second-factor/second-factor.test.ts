import { describe, expect, test } from 'vitest'
import { factorSetupPath, loginCodePath, loginPath, paths } from '../../../contracts/paths.ts'
import { createApiToken } from '../../../tests/helpers/api-token.ts'
import { admin, cookiesOf, startTestServer, type TestServer } from '../../../tests/helpers/test-server.ts'
import { codeOf, confirm, connectApp } from '../../../tests/helpers/totp.ts'
import { resetFactorsOf } from './changes.ts'

const signIn = (server: TestServer, code?: string, cookie = '') =>
  server.send(paths.api.session, { json: { ...admin, ...(code !== undefined && { code }) }, cookie })
const tryCode = async (server: TestServer, code?: string) => (await signIn(server, code)).status
const problemOf = async (response: Response) => [response.status, (await response.json()).code]
/** As if all sign-ins and confirmations were more than ten minutes old */
const forgetConfirmations = (server: TestServer) =>
  server.query(`update sessions set confirmed_at = now() - interval '11 minutes'`)
const read = async (server: TestServer, cookie: string) =>
  (await server.send(paths.api.secondFactor, { cookie })).json()

async function stage(env?: Record<string, string>) {
  const server = await startTestServer({ env })
  const cookie = await server.signIn()
  return { server, cookie, ...(await connectApp(server, cookie)) }
}

describe('an authenticator app', () => {
  test('makes the sign-in ask for a code, and the code opens a session', async () => {
    const { server, secret } = await stage()
    const asked = await signIn(server)
    expect(asked.status).toBe(401)
    expect(await asked.json()).toMatchObject({
      code: 'code-needed',
      detail: 'Enter the code from your authenticator app, or a recovery code.',
      factors: { app: true, passkey: false },
    })
    expect(asked.headers.getSetCookie()).toEqual([])
    const right = await signIn(server, await codeOf(secret))
    expect(right.status).toBe(200)
    expect(await right.json()).toEqual({ user: expect.objectContaining({ username: admin.username }) })
    expect(cookiesOf(right)).toMatch(/^session=/)
  })

  test('is not asked about before the password was right', async () => {
    const { server, secret } = await stage()
    const wrong = { username: admin.username, password: 'not the password', code: await codeOf(secret) }
    expect(await problemOf(await server.send(paths.api.session, { json: wrong }))).toEqual([
      401,
      'wrong-sign-in',
    ])
    expect(await tryCode(server, await codeOf(secret))).toBe(200)
  })

  test('shows codes that work once, also for requests at the same time', async () => {
    const { server, secret } = await stage()
    const code = await codeOf(secret)
    const statuses = await Promise.all([1, 2, 3, 4].map(() => tryCode(server, code)))
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(await problemOf(await signIn(server, code))).toEqual([401, 'wrong-code'])
    // The next code works, and after it the one before does not.
    expect(await tryCode(server, await codeOf(secret, 1))).toBe(200)
    expect(await tryCode(server, code)).toBe(401)
  })

  test('may be one step ahead or behind, and no more', async () => {
    const { server, cookie, secret } = await stage()
    const allow = () => server.query('update totp_apps set last_step = 0')
    for (const [steps, status] of [
      [-2, 401],
      [-1, 200],
      [0, 200],
      [1, 200],
      [2, 401],
    ] as const) {
      await allow()
      // The code is made again if the clock has reached the next step in the meantime.
      const before = await codeOf(secret)
      let result = await tryCode(server, await codeOf(secret, steps))
      if ((await codeOf(secret)) !== before) {
        await allow()
        result = await tryCode(server, await codeOf(secret, steps))
      }
      expect(result, `${steps} steps`).toBe(status)
    }
    expect(await read(server, cookie)).toMatchObject({ app: { isReadable: true } })
  })

  test('is stored sealed for its user only, and its codes nowhere', async () => {
    const { server, secret, recoveryCodes } = await stage()
    const stored = JSON.stringify([
      await server.query('select * from totp_apps'),
      await server.query('select * from recovery_codes'),
      await server.query('select * from settings'),
      server.logged,
    ])
    for (const one of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))])
      expect(stored).not.toContain(one)
    // The sealed secret of another user opens nothing.
    await server.signIn({ username: 'Hana', role: 'helper' })
    await server.query(
      `insert into totp_apps (user_id, sealed_secret, last_step) select 2, sealed_secret, 0 from totp_apps`,
    )
    const hana = { username: 'hana', password: admin.password, code: await codeOf(secret) }
    expect((await server.send(paths.api.session, { json: hana })).status).toBe(401)
  })

  test('is set up with a QR code after a confirmation, and counts from its first code on', async () => {
    const server = await startTestServer({ env: { SITE_NAME: 'Harbor & Sons' } })
    const cookie = await server.signIn()
    const start = () => server.send(paths.api.totp, { cookie, method: 'POST' })
    await forgetConfirmations(server)
    expect(await problemOf(await start())).toEqual([403, 'confirmation-needed'])
    await confirm(server, cookie)
    const { secret, uri, qrCode } = await (await start()).json()
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(uri).toContain('otpauth://totp/Harbor%20%26%20Sons:Ann%20Admin?')
    expect(uri).toContain(`secret=${secret}`)
    expect(qrCode.path).toMatch(/^(M\d+ \d+h\d+v1h-\d+z)+$/)
    expect(await tryCode(server)).toBe(200)
    const enter = (code: string) => server.send(paths.api.totpCode, { cookie, json: { code } })
    expect(await problemOf(await enter('000000'))).toEqual([422, 'not-accepted'])
    const spaced = (await codeOf(secret)).replace(/^.../, '$& ')
    const finished = await enter(spaced)
    expect(finished.status).toBe(200)
    expect((await finished.json()).recoveryCodes).toHaveLength(10)
    expect(await problemOf(await enter(spaced))).toEqual([422, 'not-accepted'])
    // The code that connected the app is used up, too.
    expect(await tryCode(server, spaced)).toBe(401)
    expect(await tryCode(server)).toBe(401)
    // The sessions go on: the user has just proved who they are.
    expect((await server.send(paths.api.session, { cookie })).status).toBe(200)
  })

  test('stays until the app that replaces it has shown a code', async () => {
    const { server, cookie, secret } = await stage()
    const next = await (await server.send(paths.api.totp, { cookie, method: 'POST' })).json()
    expect(next.secret).not.toBe(secret)
    expect(await tryCode(server, await codeOf(secret))).toBe(200)
    const finished = await server.send(paths.api.totpCode, {
      cookie,
      json: { code: await codeOf(next.secret) },
    })
    // There are recovery codes already.
    expect(await finished.json()).toEqual({ recoveryCodes: null })
    expect(await tryCode(server, await codeOf(secret, 1))).toBe(401)
    expect(await tryCode(server, await codeOf(next.secret, 1))).toBe(200)
  })
})

describe('guesses at codes', () => {
  test('are limited like passwords: five wrong ones lock, and a right one clears', async () => {
    const { server, secret } = await stage()
    for (let number = 0; number < 4; number++) expect(await tryCode(server, '000000')).toBe(401)
    expect(await tryCode(server, await codeOf(secret))).toBe(200)
    for (let number = 0; number < 5; number++) expect(await tryCode(server, '000000')).toBe(401)
    const locked = await signIn(server, await codeOf(secret, 1))
    expect(locked.status).toBe(429)
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(800)
    expect(await tryCode(server)).toBe(429)
    await server.query(`update rate_counters set window_ends_at = now() - interval '1 second'`)
    expect(await tryCode(server, await codeOf(secret, 1))).toBe(200)
  })

  test('get no new attempts from the right password without a code', async () => {
    const { server } = await stage()
    const statuses = []
    for (let number = 0; number < 8; number++) {
      statuses.push(await tryCode(server, '000000'))
      await tryCode(server)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
  })

  test('are checked at most five times, however many come at once', async () => {
    const { server, secret } = await stage()
    // The right code is among them, so that a limit with a hole would let someone in.
    const right = await codeOf(secret)
    const codes = Array.from({ length: 1000 }, (_, number) =>
      number === 900 ? right : String(number).padStart(6, '0'),
    )
    const statuses = await Promise.all(codes.map((code) => tryCode(server, code)))
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(5)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(994)
  }, 60_000)

  test('share their limit between the API and both plain pages', async () => {
    const { server, secret } = await stage()
    for (let number = 0; number < 2; number++) await tryCode(server, '000000')
    const password = await server.send(paths.login, { form: admin })
    const pending = cookiesOf(password)
    const enter = (code: string) => server.send(paths.loginCode, { form: { code }, cookie: pending })
    for (let number = 0; number < 3; number++) expect((await enter('000000')).status).toBe(422)
    const locked = await enter(await codeOf(secret))
    expect(locked.status).toBe(429)
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(800)
    expect(await locked.text()).toContain('Please wait 15 minutes')
  })

  test('of strangers do not keep the owner out of a browser that signed in before', async () => {
    const { server, secret } = await stage()
    const known = cookiesOf(await signIn(server, await codeOf(secret)))
    for (let number = 0; number < 6; number++) await tryCode(server, '000000')
    expect(await tryCode(server, await codeOf(secret, 1))).toBe(429)
    expect((await signIn(server, await codeOf(secret, 1), known)).status).toBe(200)
    for (let number = 0; number < 5; number++)
      expect((await signIn(server, '000000', known)).status).toBe(401)
    expect((await signIn(server, '000000', known)).status).toBe(429)
  })
})

describe('recovery codes', () => {
  test('open a session once each, however they are typed', async () => {
    const { server, cookie, recoveryCodes } = await stage()
    const [first = '', second = '', third = ''] = recoveryCodes
    expect(first).toMatch(/^([2-9a-hjkmnp-tv-z]{4}-){3}[2-9a-hjkmnp-tv-z]{4}$/)
    expect(new Set(recoveryCodes).size).toBe(10)
    const statuses = await Promise.all([1, 2, 3].map(() => tryCode(server, first)))
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(await tryCode(server, second.toUpperCase().replaceAll('-', ' '))).toBe(200)
    expect(await tryCode(server, second)).toBe(401)
    expect(await tryCode(server, third.replaceAll('-', ''))).toBe(200)
    expect(await read(server, cookie)).toMatchObject({ recoveryCodes: { total: 10, left: 7 } })
  })

  test('of another user do not work', async () => {
    const { server, recoveryCodes } = await stage()
    await server.signIn({ username: 'Hana', role: 'helper' })
    await server.query(`insert into totp_apps select 2, sealed_secret, now(), 0 from totp_apps`)
    const hana = { username: 'hana', password: admin.password, code: recoveryCodes[0] }
    expect((await server.send(paths.api.session, { json: hana })).status).toBe(401)
    expect(await tryCode(server, recoveryCodes[0])).toBe(200)
  })

  test('are renewed after a confirmation, which ends the earlier ones', async () => {
    const { server, cookie, recoveryCodes } = await stage()
    const renew = () => server.send(paths.api.recoveryCodes, { cookie, method: 'POST' })
    await forgetConfirmations(server)
    expect(await problemOf(await renew())).toEqual([403, 'confirmation-needed'])
    await confirm(server, cookie)
    const renewed = (await (await renew()).json()).recoveryCodes as string[]
    expect(await tryCode(server, recoveryCodes[0])).toBe(401)
    expect(await tryCode(server, renewed[0])).toBe(200)
    // Without a second factor they would have nothing to replace.
    expect((await server.send(paths.api.totp, { cookie, method: 'DELETE' })).status).toBe(204)
    expect(await problemOf(await renew())).toEqual([409, 'conflict'])
  })

  test('work without the secret key, which the app’s codes need', async () => {
    const { server, secret, recoveryCodes } = await stage({ SECRET_KEY: 'a'.repeat(40) })
    const moved = await startTestServer({
      env: { SECRET_KEY: 'b'.repeat(40) },
      connectionString: server.connectionString,
    })
    const unreadable = await signIn(moved, await codeOf(secret))
    expect(unreadable.status).toBe(401)
    expect(await unreadable.json()).toMatchObject({
      code: 'wrong-code',
      detail: 'Codes from your app can’t be checked right now. Use a recovery code or a passkey.',
    })
    const cookie = cookiesOf(await signIn(moved, recoveryCodes[0]))
    expect(await read(moved, cookie)).toMatchObject({ app: { isReadable: false } })
    await confirm(moved, cookie)
    expect(await problemOf(await moved.send(paths.api.totp, { cookie, method: 'POST' }))).toEqual([
      503,
      'no-secret-key',
    ])
    // With the earlier key, everything is as before.
    expect((await signIn(server, await codeOf(secret))).status).toBe(200)
  })
})

describe('the plain sign-in', () => {
  test('asks for the code on a page of its own, and knows the password no longer than ten minutes', async () => {
    const { server, secret, recoveryCodes } = await stage()
    const next = '/admin-simple?tab=waitlist'
    const password = await server.send(paths.login, { form: { ...admin, next } })
    expect(password.status).toBe(303)
    expect(password.headers.get('location')).toBe(loginCodePath(next))
    const cookie = cookiesOf(password)
    expect(cookie).toMatch(/^pending-sign-in=[\w-]{43}$/)
    expect(password.headers.getSetCookie()[0]).toMatch(/Max-Age=600; Path=\/; HttpOnly; SameSite=Lax/)
    const page = await (await server.send(loginCodePath(next), { cookie })).text()
    expect(page).toContain('Enter the code from your authenticator app, or a recovery code.')
    expect(page).not.toContain(admin.password)
    expect(JSON.stringify(await server.query('select * from pending_sign_ins'))).not.toContain(
      cookie.split('=')[1],
    )

    const enter = (code: string) => server.send(paths.loginCode, { form: { code, next }, cookie })
    const wrong = await enter('123456')
    expect(wrong.status).toBe(422)
    expect(await wrong.text()).toContain('That code isn’t right, or it was used before.')
    expect(await (await enter('')).text()).toContain('Enter the code from your authenticator app')
    await server.query(`update pending_sign_ins set created_at = now() - interval '11 minutes'`)
    const late = await enter(await codeOf(secret))
    expect(late.headers.get('location')).toBe(loginPath(next))
    expect((await server.send(loginCodePath(next), { cookie })).headers.get('location')).toBe(loginPath(next))
    await server.query(`update pending_sign_ins set created_at = now()`)
    const right = await enter(recoveryCodes[3] ?? '')
    expect([right.status, right.headers.get('location')]).toEqual([303, next])
    expect((await server.send(paths.adminSimple, { cookie: cookiesOf(right) })).status).toBe(200)
    expect(await server.query('select from pending_sign_ins')).toEqual([])
  })

  test('forgets the password’s success when the password changes or a visitor has no cookie', async () => {
    const { server, cookie, secret } = await stage()
    const pending = cookiesOf(await server.send(paths.login, { form: admin }))
    const form = { code: await codeOf(secret) }
    expect((await server.send(paths.loginCode, { form })).headers.get('location')).toBe(
      loginPath(paths.admin),
    )
    const json = { current: admin.password, next: 'another horse battery' }
    expect((await server.send(paths.api.password, { cookie, json })).status).toBe(204)
    const late = await server.send(paths.loginCode, { form, cookie: pending })
    expect(late.headers.get('location')).toBe(loginPath(paths.admin))
    expect(cookiesOf(late)).not.toMatch(/(^| )session=/)
  })
})

describe('a confirmation', () => {
  test('takes the password or a code of the app, five guesses, and lasts ten minutes in its session', async () => {
    const { server, cookie, secret } = await stage()
    const other = cookiesOf(await signIn(server, await codeOf(secret)))
    const remove = (session: string) => server.send(paths.api.totp, { cookie: session, method: 'DELETE' })
    await forgetConfirmations(server)
    expect(await problemOf(await remove(other))).toEqual([403, 'confirmation-needed'])
    const send = (json: object) => server.send(paths.api.confirmation, { cookie: other, json })
    for (const json of [{ password: 'wrong' }, { code: '000000' }, { code: await codeOf(secret) }])
      expect((await send(json)).status).toBe(422)
    expect((await send({ code: await codeOf(secret, 1) })).status).toBe(204)
    for (let number = 0; number < 5; number++) expect((await send({ password: 'wrong' })).status).toBe(422)
    expect((await send({ password: admin.password })).status).toBe(429)
    expect((await send({ password: 'x', code: 'y' })).status).toBe(400)
    expect((await remove(other)).status).toBe(204)
    expect(await tryCode(server)).toBe(200)
    await forgetConfirmations(server)
    expect(await problemOf(await remove(cookie))).toEqual([403, 'confirmation-needed'])
  })
})

describe('a second factor that is required', () => {
  async function required() {
    const server = await startTestServer()
    const cookie = await server.signIn()
    const require = (isRequired: boolean) =>
      server.send(paths.api.factorPolicy, { cookie, method: 'PUT', json: { isRequired } })
    await connectApp(server, cookie)
    expect((await require(true)).status).toBe(204)
    // As a user who has not set it up yet
    for (const table of ['totp_apps', 'recovery_codes']) await server.query(`delete from ${table}`)
    return { server, cookie, require }
  }

  test('leads to its setup at the next sign-in, and allows nothing else until then', async () => {
    const { server, cookie } = await required()
    // Sessions that exist go on.
    expect((await server.send(paths.api.backups, { cookie })).status).toBe(200)
    const signedIn = await signIn(server)
    expect(await signedIn.json()).toMatchObject({ mustSetUpFactor: true, user: { id: 1 } })
    const limited = cookiesOf(signedIn)
    for (const path of [paths.admin, paths.adminSimple, paths.adminPassword]) {
      const page = await server.send(path, { cookie: limited })
      expect([page.status, page.headers.get('location')], path).toEqual([303, factorSetupPath(path)])
    }
    const routes = server.instance.app.routeTable.filter(({ audience }) => audience === 'admin')
    const allowed = new Set<string>([
      paths.adminSecondFactor,
      paths.api.confirmation,
      paths.api.secondFactor,
      paths.api.totp,
      paths.api.totpCode,
      paths.api.recoveryCodes,
      paths.api.passkeys,
      paths.api.passkeyOptions,
      paths.api.passkey(':id'),
    ])
    for (const { method, url, kind } of routes) {
      if (allowed.has(url) || (kind === 'page' && method !== 'POST')) continue
      const path = url.replace(/\*$/, 'x').replaceAll(/:\w+/g, '1')
      const { status } = await server.send(path, {
        method,
        cookie: limited,
        ...(method === 'POST' && { form: {} }),
      })
      expect([401, 403, 415], `${method} ${url}`).toContain(status)
    }
    expect((await server.send(paths.api.session, { cookie: limited })).status).toBe(403)
    // Drafts are for users who may do everything.
    const json = { title: 'Draft', content: '<p>x</p>' }
    await server.send(paths.api.blog, { cookie, json })
    expect(await (await server.send(paths.api.blog, { cookie: limited })).json()).toEqual([])
    expect(await (await server.send(paths.api.blog, { cookie })).json()).toHaveLength(1)

    await connectApp(server, limited)
    expect((await server.send(paths.admin, { cookie: limited })).status).toBe(200)
    expect((await server.send(paths.api.blog, { cookie: limited })).status).toBe(200)
  })

  test('cannot be removed, one after the other or at once', async () => {
    const { server, cookie } = await required()
    await connectApp(server, cookie)
    const remove = () => server.send(paths.api.totp, { cookie, method: 'DELETE' })
    expect(await problemOf(await remove())).toEqual([409, 'conflict'])
    expect(await read(server, cookie)).toMatchObject({ isRequired: true, app: { isReadable: true } })
  })

  test('is no longer asked for once it is not required', async () => {
    const { server, require } = await required()
    const limited = cookiesOf(await signIn(server))
    expect((await server.send(paths.api.session, { cookie: limited })).status).toBe(403)
    expect((await require(false)).status).toBe(204)
    expect((await server.send(paths.api.session, { cookie: limited })).status).toBe(200)
    expect(await (await signIn(server)).json()).not.toHaveProperty('mustSetUpFactor')
  })

  test('is set up by the browser that signs in next, and every other one has to show it', async () => {
    const { server } = await required()
    // Someone else knows the password, and waits for the user to set it up.
    const thief = cookiesOf(await signIn(server))
    const user = cookiesOf(await signIn(server))
    expect(await problemOf(await server.send(paths.api.people, { cookie: thief }))).toEqual([
      403,
      'factor-needed',
    ])
    await connectApp(server, user)
    expect((await server.send(paths.api.people, { cookie: user })).status).toBe(200)
    for (const path of [paths.api.people, paths.api.secondFactor])
      expect((await server.send(path, { cookie: thief })).status).toBe(401)
  })

  test('is decided by owners only, who have one themselves, after a confirmation', async () => {
    const server = await startTestServer()
    const owner = await server.signIn()
    const helper = await server.signIn({ username: 'Hana', role: 'helper' })
    const require = (cookie: string) =>
      server.send(paths.api.factorPolicy, { cookie, method: 'PUT', json: { isRequired: true } })
    expect((await require('')).status).toBe(401)
    expect(await problemOf(await require(helper))).toEqual([403, 'role-too-low'])
    // Otherwise no one could sign in where neither passkeys nor apps work.
    expect(await problemOf(await require(owner))).toEqual([409, 'conflict'])
    await forgetConfirmations(server)
    expect(await problemOf(await require(owner))).toEqual([403, 'confirmation-needed'])
  })
})

describe('resetting the second factor', () => {
  test('of a colleague is for owners, ends every session, and lets them in with the password', async () => {
    const server = await startTestServer()
    const owner = await server.signIn()
    const hana = await server.signIn({ username: 'Hana', role: 'helper' })
    await connectApp(server, hana)
    const token = await createApiToken(server, hana, ['read-entries'])
    const reset = (cookie: string, id: number) =>
      server.send(paths.api.userFactor(id), { cookie, method: 'DELETE' })
    expect(await problemOf(await reset(hana, 1))).toEqual([403, 'role-too-low'])
    await forgetConfirmations(server)
    expect(await problemOf(await reset(owner, 2))).toEqual([403, 'confirmation-needed'])
    await confirm(server, owner)
    expect((await reset(owner, 1)).status).toBe(409)
    expect((await reset(owner, 99)).status).toBe(404)
    expect((await reset(owner, 2)).status).toBe(204)
    expect((await server.send(paths.api.session, { cookie: hana })).status).toBe(401)
    expect((await server.send(paths.api.people, token)).status).toBe(401)
    const json = { username: 'hana', password: admin.password }
    expect((await server.send(paths.api.session, { json })).status).toBe(200)
    for (const table of ['totp_apps', 'recovery_codes'])
      expect(await server.query(`select from ${table}`)).toEqual([])
  })

  test('from the command line helps those who have lost everything', async () => {
    const { server } = await stage()
    expect(await resetFactorsOf(server.instance.db, 'nobody')).toBe(false)
    expect(await resetFactorsOf(server.instance.db, 'ANN admin')).toBe(true)
    expect(await tryCode(server)).toBe(200)
  })
})
