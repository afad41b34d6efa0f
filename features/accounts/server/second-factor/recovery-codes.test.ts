import { describe, expect, test } from 'vitest'
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

describe('recovery codes', () => {
  test('open a session once each, however they are typed', async () => {
    const { server, cookie, recoveryCodes } = await startWithApp()
    const [first = '', second = '', third = ''] = recoveryCodes
    expect(first).toMatch(/^([2-9a-hjkmnp-tv-z]{4}-){3}[2-9a-hjkmnp-tv-z]{4}$/)
    expect(new Set(recoveryCodes).size).toBe(10)
    const statuses = await Promise.all([1, 2, 3].map(() => tryCode(server, first)))
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(await tryCode(server, second.toUpperCase().replaceAll('-', ' '))).toBe(200)
    expect(await tryCode(server, second)).toBe(401)
    expect(await tryCode(server, third.replaceAll('-', ''))).toBe(200)
    expect(await readSecondFactor(server, cookie)).toMatchObject({ recoveryCodes: { total: 10, left: 7 } })
  })

  test('of another user do not work', async () => {
    const { server, recoveryCodes } = await startWithApp()
    await server.signIn({ username: 'Hana', role: 'helper' })
    await server.query('insert into totp_apps select 2, sealed_secret, now(), 0 from totp_apps')
    const hana = { username: 'hana', password: admin.password, code: recoveryCodes[0] }
    expect((await server.send('/api/session', { json: hana })).status).toBe(401)
    expect(await tryCode(server, recoveryCodes[0])).toBe(200)
  })

  test('are renewed after a confirmation, which ends the earlier ones', async () => {
    const { server, cookie, recoveryCodes } = await startWithApp()
    const renew = () => server.send('/api/account/recovery-codes', { cookie, method: 'POST' })
    await forgetConfirmations(server)
    expect(await readStatusAndCode(await renew())).toEqual([403, 'confirmation-needed'])
    await confirm(server, cookie)
    const renewed = (await (await renew()).json()).recoveryCodes as string[]
    expect(await tryCode(server, recoveryCodes[0])).toBe(401)
    expect(await tryCode(server, renewed[0])).toBe(200)
    // Without a second factor they would have nothing to replace.
    expect((await server.send('/api/account/totp', { cookie, method: 'DELETE' })).status).toBe(204)
    expect(await readStatusAndCode(await renew())).toEqual([409, 'conflict'])
  })

  test('work without the secret key, which the app’s codes need', async () => {
    const { server, secret, recoveryCodes } = await startWithApp({ SECRET_KEY: 'a'.repeat(40) })
    const moved = await startTestServer({
      env: { SECRET_KEY: 'b'.repeat(40) },
      connectionString: server.connectionString,
    })
    const unreadable = await signInByApi(moved, await codeOf(secret))
    expect(unreadable.status).toBe(401)
    expect(await unreadable.json()).toMatchObject({
      code: 'wrong-code',
      detail: 'Codes from your app can’t be checked right now. Use a recovery code or a passkey.',
    })
    const cookie = cookiesOf(await signInByApi(moved, recoveryCodes[0]))
    expect(await readSecondFactor(moved, cookie)).toMatchObject({ app: { isReadable: false } })
    await confirm(moved, cookie)
    expect(
      await readStatusAndCode(await moved.send('/api/account/totp', { cookie, method: 'POST' })),
    ).toEqual([503, 'no-secret-key'])
    // With the earlier key, everything is as before.
    expect((await signInByApi(server, await codeOf(secret))).status).toBe(200)
  })
})
