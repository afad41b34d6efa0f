import { describe, expect, test } from 'vitest'
import { loginCodePath, loginPath, paths } from '../../../core/contract/paths.ts'
import { admin, cookiesOf } from '../../../tests/helpers/test-server.ts'
import { startWithApp } from '../testing/second-factor.ts'
import { codeOf } from '../testing/totp.ts'

describe('the plain sign-in', () => {
  test('asks for the code on a page of its own, and knows the password no longer than ten minutes', async () => {
    const { server, secret, recoveryCodes } = await startWithApp()
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
    await server.query('update pending_sign_ins set created_at = now()')
    const right = await enter(recoveryCodes[3] ?? '')
    expect([right.status, right.headers.get('location')]).toEqual([303, next])
    expect((await server.send(paths.adminSimple, { cookie: cookiesOf(right) })).status).toBe(200)
    expect(await server.query('select from pending_sign_ins')).toEqual([])
  })

  test('forgets the password’s success when the password changes or a visitor has no cookie', async () => {
    const { server, cookie, secret } = await startWithApp()
    const pending = cookiesOf(await server.send(paths.login, { form: admin }))
    const form = { code: await codeOf(secret) }
    expect((await server.send(paths.loginCode, { form })).headers.get('location')).toBe(
      loginPath(paths.adminToday),
    )
    const json = { current: admin.password, next: 'another horse battery' }
    expect((await server.send('/api/account/password', { cookie, json })).status).toBe(204)
    const late = await server.send(paths.loginCode, { form, cookie: pending })
    expect(late.headers.get('location')).toBe(loginPath(paths.adminToday))
    expect(cookiesOf(late)).not.toMatch(/(^| )session=/)
  })
})
