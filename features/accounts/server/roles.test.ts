import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { paths } from '../../../core/contract/paths.ts'
import { admin, cookiesOf, startTestServer } from '../../../tests/helpers/test-server.ts'
import { createApiToken } from '../testing/api-token.ts'
import { createFirstAdmin, ensureOwner, resetPassword } from './accounts.ts'

const hana = { username: 'Hana', role: 'helper' } as const

test('a role that is too low is refused with a code and plain words', async () => {
  const server = await startTestServer()
  await server.signIn()
  const cookie = await server.signIn(hana)
  const session = await server.send('/api/session', { cookie })
  expect(await session.json()).toMatchObject({ user: { displayName: 'Hana', role: 'helper' } })
  const refused = await server.send('/api/settings/backups', { cookie })
  expect(refused.status).toBe(403)
  expect(await refused.json()).toMatchObject({
    code: 'role-too-low',
    detail: 'Only owners can do this. Ask one of them.',
  })
  // A new role counts at once, in sessions that exist.
  await server.query(`update users set role = 'owner' where username = 'Hana'`)
  expect((await server.send('/api/settings/backups', { cookie })).status).toBe(200)
})

test('a user whose access has ended has no session, and gets none', async () => {
  const server = await startTestServer()
  await server.signIn()
  const cookie = await server.signIn(hana)
  await server.query(`update users set disabled_at = now() where username = 'Hana'`)
  expect((await server.send('/api/session', { cookie })).status).toBe(401)
  expect((await server.send('/api/news', { cookie })).status).toBe(401)
  const right = { username: 'hana', password: admin.password }
  const wrong = { username: 'hana', password: 'not the password' }
  const page = await server.send(paths.login, { form: right })
  expect(page.status).toBe(422)
  expect(await page.text()).toContain('Your access to this site has ended.')
  const ended = await server.send('/api/session', { json: right })
  expect([ended.status, (await ended.json()).code]).toEqual([401, 'access-ended'])
  expect(ended.headers.getSetCookie()).toEqual([])
  // A stranger who guesses learns nothing about the account.
  expect((await (await server.send('/api/session', { json: wrong })).json()).code).toBe('wrong-sign-in')
  expect(await server.query('select from sessions where user_id <> 1 and created_at > now()')).toEqual([])
})

test('a request whose body takes long is judged again when it is complete', async () => {
  const server = await startTestServer()
  await server.signIn()
  const cookie = await server.signIn({ username: 'Ed', role: 'editor' })
  const { headers } = await createApiToken(server, cookie, ['publish'])
  const body = JSON.stringify({ title: 'Late', content: '<p>x</p>', isPublished: true })
  /** Sends half of the body, waits until `change` is done and a while longer, and sends the rest. */
  const sendSlowly = (credentials: object, change: () => Promise<unknown>) =>
    fetch(`${server.url}/api/blog`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...credentials },
      duplex: 'half',
      body: new ReadableStream({
        async start(stream) {
          stream.enqueue(new TextEncoder().encode(body.slice(0, 10)))
          await sleep(100)
          await change()
          await sleep(600)
          stream.enqueue(new TextEncoder().encode(body.slice(10)))
          stream.close()
        },
      }),
    } as RequestInit)
  const setRole = (role: string) => server.query(`update users set role = $1 where username = 'Ed'`, [role])
  expect((await sendSlowly({ cookie }, () => setRole('helper'))).status).toBe(403)
  await setRole('editor')
  const endAccess = () => server.query(`update users set disabled_at = now() where username = 'Ed'`)
  expect((await sendSlowly({ cookie }, endAccess)).status).toBe(401)
  await server.query('update users set disabled_at = null')
  expect((await sendSlowly(headers, endAccess)).status).toBe(401)
  expect(await server.query('select from blog_posts')).toEqual([])
  await server.query('update users set disabled_at = null')
  expect((await sendSlowly({ cookie }, async () => {})).status).toBe(201)
})

test('a sign-in with the old password that is still under way ends with the change of the password', async () => {
  const server = await startTestServer()
  await server.signIn()
  let current = admin.password
  for (let round = 0; round < 6; round++) {
    const next = `seven quiet lanterns ${round}`
    const cookie = await server.signIn()
    const tries = Array.from({ length: 3 }, () =>
      server.send('/api/session', { json: { ...admin, password: current } }),
    )
    const changed = await server.send('/api/account/password', { cookie, json: { current, next } })
    expect(changed.status).toBe(204)
    for (const one of await Promise.all(tries))
      expect((await server.send('/api/session', { cookie: cookiesOf(one) })).status).toBe(401)
    current = next
    await server.query('truncate rate_counters')
  }
})

test('a reset of the password ends API tokens, too', async () => {
  const server = await startTestServer()
  const token = await createApiToken(server, await server.signIn(), ['read-entries'])
  expect((await server.send('/api/people', token)).status).toBe(200)
  expect(await resetPassword(server.instance.db, admin.username, 'seven quiet lanterns over')).toBe(true)
  expect((await server.send('/api/people', token)).status).toBe(401)
})

test('the time of the last sign-in is kept', async () => {
  const server = await startTestServer()
  await server.signIn()
  expect(await server.query('select from users where last_sign_in_at is null')).toHaveLength(1)
  expect((await server.send('/api/session', { json: admin })).status).toBe(200)
  expect(await server.query('select from users where last_sign_in_at is null')).toEqual([])
})

test('the database refuses to lose the last enabled owner, also when two are demoted at once', async () => {
  const server = await startTestServer()
  await server.signIn()
  await server.signIn(hana)
  const demote = (name: string) =>
    server.query(`update users set role = 'editor' where username = $1`, [name])
  for (const change of [
    () => demote(admin.username),
    () => server.query('update users set disabled_at = now()'),
    () => server.query('delete from users where username = $1', [admin.username]),
  ])
    await expect(change()).rejects.toMatchObject({ constraint: 'users_keep_an_owner' })
  for (let round = 0; round < 20; round++) {
    await server.query(`update users set role = 'owner'`)
    const changes = await Promise.allSettled([demote(admin.username), demote('Hana')])
    expect(changes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  }
  // An empty table has no owner to lose.
  await server.query('delete from users')
})

test('the first user is an owner, and an owner is made if an older version has left none', async () => {
  const server = await startTestServer()
  const { db } = server.instance
  expect(await createFirstAdmin(db, { username: 'Ann', password: 'x' })).toMatchObject({ role: 'owner' })
  await server.query('delete from users')
  await server.query(
    `insert into users (username, password) values ('First', ''), ('Second', ''), ('Third', '')`,
  )
  const owners = async () =>
    (await server.query(`select username from users where role = 'owner'`)).map(({ username }) => username)
  expect(await owners()).toEqual([])
  await ensureOwner(db, 'third')
  expect(await owners()).toEqual(['Third'])
  expect(await server.query(`select actor, details from activity where action = 'role-changed'`)).toEqual([
    { actor: 'server', details: { from: 'helper', to: 'owner' } },
  ])
  await ensureOwner(db, undefined)
  expect(await owners()).toEqual(['Third'])
  await server.query('delete from users')
  await server.query(`insert into users (username, password) values ('Old', ''), ('New', '')`)
  await ensureOwner(db, undefined)
  expect(await owners()).toEqual(['Old'])
})
