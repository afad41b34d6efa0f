import { expect, test } from 'vitest'
import { paths } from '../../../../core/contract/paths.ts'
import { admin, cookiesOf, startTestServer, type TestServer } from '../../../../tests/helpers/test-server.ts'
import { createApiToken } from '../../testing/api-token.ts'
import { spendPasswordLink } from './password-links.ts'

const next = 'seven quiet lanterns over'

async function stage() {
  const server = await startTestServer()
  const owner = await server.signIn()
  const hana = await server.signIn({ username: 'Hana', role: 'helper' })
  const make = (cookie = owner, id = 2) =>
    server.send(`/api/team/${id}/password-link`, { cookie, method: 'POST' })
  const makeLink = async () => new URL((await (await make()).json()).url).pathname
  return { server, owner, hana, make, makeLink }
}

const use = (server: TestServer, link: string, password = next) =>
  server.send(link, { form: { username: 'ignored', next: password } })
const signIn = (server: TestServer, password: string) =>
  server.send('/api/session', { json: { username: 'hana', password } })

test('a colleague who forgot the password sets a new one by a link, once', async () => {
  const { server, hana, makeLink } = await stage()
  const token = await createApiToken(server, hana, ['read-entries'])
  const link = await makeLink()
  expect(JSON.stringify(await server.query('select * from password_links'))).not.toContain(
    link.split('/').at(-1),
  )
  const page = await server.send(link)
  expect(page.status).toBe(200)
  const words = await page.text()
  expect(words).toContain('For Hana.')
  expect(words).toContain('your API tokens will stop working')
  // Until the new password is saved, the old one works.
  expect((await signIn(server, admin.password)).status).toBe(200)
  expect((await server.send('/api/people', token)).status).toBe(200)

  const answers = await Promise.all([use(server, link), use(server, link), use(server, link)])
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 410, 410])
  expect(answers.find(({ status }) => status === 303)?.headers.get('location')).toBe(paths.login)
  expect((await signIn(server, admin.password)).status).toBe(401)
  expect((await server.send('/api/session', { cookie: hana })).status).toBe(401)
  // It signs no one in: a second factor is still asked for.
  for (const answer of answers) expect(cookiesOf(answer)).not.toMatch(/(^| )session=[\w-]/)
  expect((await signIn(server, next)).status).toBe(200)
  expect((await server.send('/api/people', token)).status).toBe(401)
  const over = await server.send(link)
  expect(over.status).toBe(410)
  expect(await over.text()).toContain('This link no longer works')
})

test('of several requests that spend the link in the same moment, one succeeds', async () => {
  const { server, makeLink } = await stage()
  for (let round = 0; round < 5; round++) {
    const token = (await makeLink()).split('/').at(-1) ?? ''
    const results = await Promise.all(
      Array.from({ length: 6 }, (_, index) => spendPasswordLink(server.instance.db, token, `hash ${index}`)),
    )
    expect(results.filter((isSpent) => isSpent)).toHaveLength(1)
  }
})

test('a weak password is refused with advice, and the link still works', async () => {
  const { server, makeLink } = await stage()
  const link = await makeLink()
  for (const [password, words] of [
    ['', 'Required'],
    ['short', 'Use at least 12 characters.'],
    ['hana hana hana', 'Leave your username'],
    ['aaaaaaaaaaaaaa', 'easy to guess'],
  ] as const) {
    const refused = await use(server, link, password)
    expect(refused.status, password).toBe(422)
    expect(await refused.text(), password).toContain(words)
  }
  expect((await use(server, link)).status).toBe(303)
})

test('the link ends when it is replaced, expires, or either person’s rights end', async () => {
  const { server, owner, makeLink } = await stage()
  const other = await server.signIn({ username: 'Olga', role: 'owner' })
  const isOpen = async (link: string) => (await server.send(link)).status === 200
  const replaced = await makeLink()
  const late = await makeLink()
  expect([await isOpen(replaced), await isOpen(late)]).toEqual([false, true])
  await server.query('update password_links set expires_at = now()')
  expect([await isOpen(late), (await use(server, late)).status]).toEqual([false, 410])

  const ofEnded = await makeLink()
  expect((await server.send('/api/team/2/access', { cookie: owner, method: 'DELETE' })).status).toBe(200)
  expect((await server.send('/api/team/2/access', { cookie: owner, method: 'POST' })).status).toBe(200)
  expect(await isOpen(ofEnded)).toBe(false)

  const ofDemoted = await makeLink()
  const demoted = await server.send('/api/team/1/role', {
    cookie: other,
    method: 'PUT',
    json: { role: 'editor' },
  })
  expect(demoted.status).toBe(200)
  expect(await isOpen(ofDemoted)).toBe(false)
})

test('only owners make links, for others with access, after a confirmation', async () => {
  const { server, owner, hana, make } = await stage()
  const problemOf = async (response: Response) => [response.status, (await response.json()).code]
  expect(await problemOf(await make(hana, 1))).toEqual([403, 'role-too-low'])
  expect(await problemOf(await make(owner, 1))).toEqual([409, 'conflict'])
  expect(await problemOf(await make(owner, 99))).toEqual([404, 'not-found'])
  await server.query('update users set disabled_at = now() where id = 2')
  expect(await problemOf(await make(owner, 2))).toEqual([404, 'not-found'])
  await server.query('update sessions set confirmed_at = null')
  expect(await problemOf(await make(owner, 2))).toEqual([403, 'confirmation-needed'])
  expect(await server.query('select from password_links')).toEqual([])
})
