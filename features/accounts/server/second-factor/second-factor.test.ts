import { describe, expect, test } from 'vitest'
import { factorSetupPath, paths } from '../../../../core/contract/paths.ts'
import { concretePath } from '../../../../tests/helpers/concrete-path.ts'
import { admin, cookiesOf, startTestServer } from '../../../../tests/helpers/test-server.ts'
import { createApiToken } from '../../testing/api-token.ts'
import {
  forgetConfirmations,
  readSecondFactor,
  readStatusAndCode,
  signInByApi,
  startWithApp,
  tryCode,
} from '../../testing/second-factor.ts'
import { codeOf, confirm, connectApp } from '../../testing/totp.ts'
import { resetFactorsOf } from './changes.ts'

describe('a confirmation', () => {
  test('takes the password or a code of the app, five guesses, and lasts ten minutes in its session', async () => {
    const { server, cookie, secret } = await startWithApp()
    const other = cookiesOf(await signInByApi(server, await codeOf(secret)))
    const remove = (session: string) =>
      server.send('/api/account/totp', { cookie: session, method: 'DELETE' })
    await forgetConfirmations(server)
    expect(await readStatusAndCode(await remove(other))).toEqual([403, 'confirmation-needed'])
    const send = (json: object) => server.send('/api/account/confirmation', { cookie: other, json })
    for (const json of [{ password: 'wrong' }, { code: '000000' }, { code: await codeOf(secret) }])
      expect((await send(json)).status).toBe(422)
    expect((await send({ code: await codeOf(secret, 1) })).status).toBe(204)
    for (let number = 0; number < 5; number++) expect((await send({ password: 'wrong' })).status).toBe(422)
    expect((await send({ password: admin.password })).status).toBe(429)
    expect((await send({ password: 'x', code: 'y' })).status).toBe(400)
    expect((await remove(other)).status).toBe(204)
    expect(await tryCode(server)).toBe(200)
    await forgetConfirmations(server)
    expect(await readStatusAndCode(await remove(cookie))).toEqual([403, 'confirmation-needed'])
  })
})

describe('a second factor that is required', () => {
  async function required() {
    const server = await startTestServer()
    const cookie = await server.signIn()
    const require = (isRequired: boolean) =>
      server.send('/api/settings/second-factor', { cookie, method: 'PUT', json: { isRequired } })
    await connectApp(server, cookie)
    expect((await require(true)).status).toBe(204)
    // As a user who has not set it up yet
    for (const table of ['totp_apps', 'recovery_codes']) await server.query(`delete from ${table}`)
    return { server, cookie, require }
  }

  test('leads to its setup at the next sign-in, and allows nothing else until then', async () => {
    const { server, cookie } = await required()
    // Sessions that exist go on.
    expect((await server.send('/api/settings/backups', { cookie })).status).toBe(200)
    const signedIn = await signInByApi(server)
    expect(await signedIn.json()).toMatchObject({ mustSetUpFactor: true, user: { id: 1 } })
    const limited = cookiesOf(signedIn)
    for (const path of [paths.admin, paths.adminSimple, paths.adminPassword]) {
      const page = await server.send(path, { cookie: limited })
      expect([page.status, page.headers.get('location')], path).toEqual([303, factorSetupPath(path)])
    }
    const routes = server.instance.app.routeTable.filter(({ audience }) => audience === 'admin')
    const allowed = new Set<string>([
      paths.adminSecondFactor,
      '/api/account/confirmation',
      '/api/account/second-factor',
      '/api/account/totp',
      '/api/account/totp/code',
      '/api/account/recovery-codes',
      '/api/account/passkeys',
      '/api/account/passkeys/options',
      '/api/account/passkeys/:id',
    ])
    for (const { method, url, kind } of routes) {
      if (allowed.has(url) || (kind === 'page' && method !== 'POST')) continue
      const path = concretePath(url)
      const { status } = await server.send(path, {
        method,
        cookie: limited,
        ...(method === 'POST' && { form: {} }),
      })
      expect([401, 403, 415], `${method} ${url}`).toContain(status)
    }
    expect((await server.send('/api/session', { cookie: limited })).status).toBe(403)
    // Drafts are for users who may do everything.
    const json = { title: 'Draft', content: '<p>x</p>' }
    await server.send('/api/blog', { cookie, json })
    expect(await (await server.send('/api/blog', { cookie: limited })).json()).toEqual([])
    expect(await (await server.send('/api/blog', { cookie })).json()).toHaveLength(1)

    await connectApp(server, limited)
    expect((await server.send(paths.admin, { cookie: limited })).status).toBe(200)
    expect((await server.send('/api/blog', { cookie: limited })).status).toBe(200)
  })

  test('cannot be removed, one after the other or at once', async () => {
    const { server, cookie } = await required()
    await connectApp(server, cookie)
    const remove = () => server.send('/api/account/totp', { cookie, method: 'DELETE' })
    expect(await readStatusAndCode(await remove())).toEqual([409, 'conflict'])
    expect(await readSecondFactor(server, cookie)).toMatchObject({
      isRequired: true,
      app: { isReadable: true },
    })
  })

  test('is no longer asked for once it is not required', async () => {
    const { server, require } = await required()
    const limited = cookiesOf(await signInByApi(server))
    expect((await server.send('/api/session', { cookie: limited })).status).toBe(403)
    expect((await require(false)).status).toBe(204)
    expect((await server.send('/api/session', { cookie: limited })).status).toBe(200)
    expect(await (await signInByApi(server)).json()).not.toHaveProperty('mustSetUpFactor')
  })

  test('is set up by the browser that signs in next, and every other one has to show it', async () => {
    const { server } = await required()
    // Someone else knows the password, and waits for the user to set it up.
    const thief = cookiesOf(await signInByApi(server))
    const user = cookiesOf(await signInByApi(server))
    expect(await readStatusAndCode(await server.send('/api/people', { cookie: thief }))).toEqual([
      403,
      'factor-needed',
    ])
    await connectApp(server, user)
    expect((await server.send('/api/people', { cookie: user })).status).toBe(200)
    for (const path of ['/api/people', '/api/account/second-factor'])
      expect((await server.send(path, { cookie: thief })).status).toBe(401)
  })

  test('is decided by owners only, who have one themselves, after a confirmation', async () => {
    const server = await startTestServer()
    const owner = await server.signIn()
    const helper = await server.signIn({ username: 'Hana', role: 'helper' })
    const require = (cookie: string) =>
      server.send('/api/settings/second-factor', { cookie, method: 'PUT', json: { isRequired: true } })
    expect((await require('')).status).toBe(401)
    expect(await readStatusAndCode(await require(helper))).toEqual([403, 'role-too-low'])
    // Otherwise no one could sign in where neither passkeys nor apps work.
    expect(await readStatusAndCode(await require(owner))).toEqual([409, 'conflict'])
    await forgetConfirmations(server)
    expect(await readStatusAndCode(await require(owner))).toEqual([403, 'confirmation-needed'])
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
      server.send(`/api/users/${id}/second-factor`, { cookie, method: 'DELETE' })
    expect(await readStatusAndCode(await reset(hana, 1))).toEqual([403, 'role-too-low'])
    await forgetConfirmations(server)
    expect(await readStatusAndCode(await reset(owner, 2))).toEqual([403, 'confirmation-needed'])
    await confirm(server, owner)
    expect((await reset(owner, 1)).status).toBe(409)
    expect((await reset(owner, 99)).status).toBe(404)
    expect((await reset(owner, 2)).status).toBe(204)
    expect((await server.send('/api/session', { cookie: hana })).status).toBe(401)
    expect((await server.send('/api/people', token)).status).toBe(401)
    const json = { username: 'hana', password: admin.password }
    expect((await server.send('/api/session', { json })).status).toBe(200)
    for (const table of ['totp_apps', 'recovery_codes'])
      expect(await server.query(`select from ${table}`)).toEqual([])
  })

  test('from the command line helps those who have lost everything', async () => {
    const { server } = await startWithApp()
    expect(await resetFactorsOf(server.instance.db, 'nobody')).toBe(false)
    expect(await resetFactorsOf(server.instance.db, 'ANN admin')).toBe(true)
    expect(await tryCode(server)).toBe(200)
  })
})
