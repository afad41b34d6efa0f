import { expect, onTestFinished, test } from 'vitest'
import { paths } from '../../../core/contract/paths.ts'
import { startFakeSmtp } from '../../../tests/fakes/fake-smtp.ts'
import { admin, startSignedIn, type TestServer } from '../../../tests/helpers/test-server.ts'

const next = 'seven quiet lanterns over'
const address = 'ann@hope.example'

async function startWithMail() {
  const smtp = await startFakeSmtp()
  onTestFinished(() => smtp.close())
  const { server, cookie } = await startSignedIn({ env: { SMTP_URL: smtp.url }, jobPause: 0.5 })
  await server.query('update users set email = $1', [address])
  return { server, cookie, smtp }
}

const ask = (server: TestServer, email: string) => server.send(paths.forgotPassword, { form: { email } })
const signIn = (server: TestServer, password: string) =>
  server.send('/api/session', { json: { username: admin.username, password } })
const linkIn = (raw: string) => /\/new-password\/[\w-]{43}/.exec(raw.replaceAll('=\r\n', ''))?.[0] ?? ''

test('a link for a new password comes by email, works once, and says nothing about who has an account', async () => {
  const { server, cookie, smtp } = await startWithMail()
  expect(await (await server.send(paths.login)).text()).toContain(`href="${paths.forgotPassword}"`)
  expect((await server.send(paths.forgotPassword)).status).toBe(200)

  const unknown = await ask(server, 'stranger@hope.example')
  const known = await ask(server, `  ${address.toUpperCase()} `)
  expect([unknown.status, known.status]).toEqual([200, 200])
  expect(await known.text()).toBe(await unknown.text())
  await expect.poll(() => smtp.received.map(({ to }) => to)).toEqual([[address]])
  // Until the new password is saved, the old one works.
  expect((await signIn(server, admin.password)).status).toBe(200)

  const link = linkIn(smtp.received[0]?.raw ?? '')
  const save = () => server.send(link, { form: { next } })
  const saved = await save()
  expect([saved.status, saved.headers.get('location')]).toEqual([303, paths.login])
  expect((await save()).status).toBe(410)
  expect((await server.send('/api/session', { cookie })).status).toBe(401)
  expect((await signIn(server, admin.password)).status).toBe(401)
  expect((await signIn(server, next)).status).toBe(200)
  expect(
    await server.query(`select actor, subject_id from activity where action = 'password-link-made'`),
  ).toHaveLength(1)
}, 30_000)

test('no one floods an inbox, and a link ends after half an hour', async () => {
  const { server, smtp } = await startWithMail()
  for (let time = 0; time < 3; time++) await ask(server, address)
  await expect
    .poll(() => server.query(`select from pgboss.job where name = 'password-link' and state < 'completed'`))
    .toEqual([])
  await expect.poll(() => smtp.received.length).toBe(1)
  const link = linkIn(smtp.received[0]?.raw ?? '')
  const minutes = await server.query<{ left: number }>(
    `select round(extract(epoch from expires_at - now()) / 60)::int as left from password_links`,
  )
  expect(minutes).toEqual([{ left: 30 }])
  await server.query(`update password_links set expires_at = now() - interval '1 second'`)
  expect((await server.send(link)).status).toBe(410)
  await ask(server, address)
  await expect.poll(() => smtp.received.length).toBe(2)
}, 30_000)

test('someone whose access has ended gets no link', async () => {
  const { server } = await startWithMail()
  await server.signIn({ username: 'Hana', role: 'helper' })
  await server.query(
    `update users set email = 'hana@hope.example', disabled_at = now() where username = 'Hana'`,
  )
  await ask(server, 'hana@hope.example')
  await expect
    .poll(() => server.query(`select from pgboss.job where name = 'password-link' and state < 'completed'`))
    .toEqual([])
  expect(await server.query('select from outbox_messages')).toEqual([])
}, 30_000)

test('without a mail server there is no such page, and the sign-in page says who can help', async () => {
  const { server } = await startSignedIn()
  expect((await server.send(paths.forgotPassword)).status).toBe(404)
  expect((await ask(server, address)).status).toBe(404)
  const login = await (await server.send(paths.login)).text()
  expect(login).toContain('An owner of the site can make you a link')
  expect(login).not.toContain(paths.forgotPassword)
})

test('an address with a mistake comes back with a message', async () => {
  const { server } = await startWithMail()
  const refused = await ask(server, 'ann at hope')
  expect(refused.status).toBe(422)
  const html = await refused.text()
  expect(html).toContain('Enter a valid email address')
  expect(html).toContain('value="ann at hope"')
})
