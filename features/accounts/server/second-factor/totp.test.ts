import { encode } from 'uqr'
import { describe, expect, test } from 'vitest'
import { paths } from '../../../../core/contract/paths.ts'
import { admin, cookiesOf, startTestServer } from '../../../../tests/helpers/test-server.ts'
import {
  forgetConfirmations,
  readSecondFactor,
  readStatusAndCode,
  signInByApi,
  startWithApp,
  tryCode,
} from '../../testing/second-factor.ts'
import { codeOf, confirm } from '../../testing/totp.ts'
import { drawQrCode } from './totp.ts'

describe('an authenticator app', () => {
  test('makes the sign-in ask for a code, and the code opens a session', async () => {
    const { server, secret } = await startWithApp()
    const asked = await signInByApi(server)
    expect(asked.status).toBe(401)
    expect(await asked.json()).toMatchObject({
      code: 'code-needed',
      detail: 'Enter the code from your authenticator app, or a recovery code.',
      factors: { app: true, passkey: false },
    })
    expect(asked.headers.getSetCookie()).toEqual([])
    const right = await signInByApi(server, await codeOf(secret))
    expect(right.status).toBe(200)
    expect(await right.json()).toEqual({ user: expect.objectContaining({ username: admin.username }) })
    expect(cookiesOf(right)).toMatch(/^session=/)
  })

  test('is not asked about before the password was right', async () => {
    const { server, secret } = await startWithApp()
    const wrong = { username: admin.username, password: 'not the password', code: await codeOf(secret) }
    expect(await readStatusAndCode(await server.send('/api/session', { json: wrong }))).toEqual([
      401,
      'wrong-sign-in',
    ])
    expect(await tryCode(server, await codeOf(secret))).toBe(200)
  })

  test('shows codes that work once, also for requests at the same time', async () => {
    const { server, secret } = await startWithApp()
    const code = await codeOf(secret)
    const statuses = await Promise.all([1, 2, 3, 4].map(() => tryCode(server, code)))
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(await readStatusAndCode(await signInByApi(server, code))).toEqual([401, 'wrong-code'])
    // The next code works, and after it the one before does not.
    expect(await tryCode(server, await codeOf(secret, 1))).toBe(200)
    expect(await tryCode(server, code)).toBe(401)
  })

  test('may be one step ahead or behind, and no more', async () => {
    const { server, cookie, secret } = await startWithApp()
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
    expect(await readSecondFactor(server, cookie)).toMatchObject({ app: { isReadable: true } })
  })

  test('is stored sealed for its user only, and its codes nowhere', async () => {
    const { server, secret, recoveryCodes } = await startWithApp()
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
      'insert into totp_apps (user_id, sealed_secret, last_step) select 2, sealed_secret, 0 from totp_apps',
    )
    const hana = { username: 'hana', password: admin.password, code: await codeOf(secret) }
    expect((await server.send('/api/session', { json: hana })).status).toBe(401)
  })

  test('is set up with a QR code after a confirmation, and counts from its first code on', async () => {
    const server = await startTestServer({ env: { SITE_NAME: 'Harbor & Sons' } })
    const cookie = await server.signIn()
    const start = () => server.send('/api/account/totp', { cookie, method: 'POST' })
    await forgetConfirmations(server)
    expect(await readStatusAndCode(await start())).toEqual([403, 'confirmation-needed'])
    await confirm(server, cookie)
    const { secret, uri, qrCode } = await (await start()).json()
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(uri).toContain('otpauth://totp/Harbor%20%26%20Sons:Ann%20Admin?')
    expect(uri).toContain(`secret=${secret}`)
    expect(qrCode.path).toMatch(/^(M\d+ \d+h\d+v1h-\d+z)+$/)
    expect(await tryCode(server)).toBe(200)
    const enter = (code: string) => server.send('/api/account/totp/code', { cookie, json: { code } })
    expect(await readStatusAndCode(await enter('000000'))).toEqual([422, 'not-accepted'])
    const spaced = (await codeOf(secret)).replace(/^.../, '$& ')
    const finished = await enter(spaced)
    expect(finished.status).toBe(200)
    expect((await finished.json()).recoveryCodes).toHaveLength(10)
    expect(await readStatusAndCode(await enter(spaced))).toEqual([422, 'not-accepted'])
    // The code that connected the app is used up, too.
    expect(await tryCode(server, spaced)).toBe(401)
    expect(await tryCode(server)).toBe(401)
    // The sessions go on: the user has just proved who they are.
    expect((await server.send('/api/session', { cookie })).status).toBe(200)
  })

  test('stays until the app that replaces it has shown a code', async () => {
    const { server, cookie, secret } = await startWithApp()
    const next = await (await server.send('/api/account/totp', { cookie, method: 'POST' })).json()
    expect(next.secret).not.toBe(secret)
    expect(await tryCode(server, await codeOf(secret))).toBe(200)
    const finished = await server.send('/api/account/totp/code', {
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
    const { server, secret } = await startWithApp()
    for (let number = 0; number < 4; number++) expect(await tryCode(server, '000000')).toBe(401)
    expect(await tryCode(server, await codeOf(secret))).toBe(200)
    for (let number = 0; number < 5; number++) expect(await tryCode(server, '000000')).toBe(401)
    const locked = await signInByApi(server, await codeOf(secret, 1))
    expect(locked.status).toBe(429)
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(800)
    expect(await tryCode(server)).toBe(429)
    await server.query(`update rate_counters set window_ends_at = now() - interval '1 second'`)
    expect(await tryCode(server, await codeOf(secret, 1))).toBe(200)
  })

  test('get no new attempts from the right password without a code', async () => {
    const { server } = await startWithApp()
    const statuses = []
    for (let number = 0; number < 8; number++) {
      statuses.push(await tryCode(server, '000000'))
      await tryCode(server)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
  })

  test('are checked at most five times, however many come at once', async () => {
    const { server, secret } = await startWithApp()
    // The right code is among them, so that a limit with a hole would let someone in.
    const right = await codeOf(secret)
    const codes = Array.from({ length: 300 }, (_, number) =>
      number === 250 ? right : String(number).padStart(6, '0'),
    )
    const statuses = await Promise.all(codes.map((code) => tryCode(server, code)))
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(5)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(294)
  })

  test('share their limit between the API and both plain pages', async () => {
    const { server, secret } = await startWithApp()
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
    const { server, secret } = await startWithApp()
    const known = cookiesOf(await signInByApi(server, await codeOf(secret)))
    for (let number = 0; number < 6; number++) await tryCode(server, '000000')
    expect(await tryCode(server, await codeOf(secret, 1))).toBe(429)
    expect((await signInByApi(server, await codeOf(secret, 1), known)).status).toBe(200)
    for (let number = 0; number < 5; number++)
      expect((await signInByApi(server, '000000', known)).status).toBe(401)
    expect((await signInByApi(server, '000000', known)).status).toBe(429)
  })
})

test('the path fills the dark modules of the code and no others, inside a quiet zone of four', async () => {
  const text = 'otpauth://totp/Everyday%20AI:Ann?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Everyday%20AI'
  const { size, path } = await drawQrCode(text)
  const drawn = Array.from({ length: size }, () => Array.from({ length: size }, () => false))
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g))
    drawn[Number(y)]?.fill(true, Number(x), Number(x) + Number(width))
  const { data, size: bare } = encode(text, { ecc: 'M', border: 0 })
  expect(size).toBe(bare + 8)
  expect(drawn.slice(4, -4).map((row) => row.slice(4, -4))).toEqual(data)
  expect(drawn.flat().filter(Boolean)).toHaveLength(data.flat().filter(Boolean).length)
})
