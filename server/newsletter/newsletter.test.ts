import PostalMime from 'postal-mime'
import { expect, onTestFinished, test } from 'vitest'
import { paths } from '../../contracts/paths.ts'
import type { Post } from '../../contracts/posts.ts'
import { startFakeSmtp } from '../../tests/fakes/fake-smtp.ts'
import { startTestServer, type TestServer } from '../../tests/helpers/test-server.ts'

const ask = (server: TestServer, email: string, more: Record<string, string> = {}) =>
  server.send(paths.api.newsletter, { json: { email, ...more } })
const subscribers = (server: TestServer) =>
  server.query<{
    email: string
    is_active: boolean
    token: string
    end_reason: string | null
    consent: string
  }>('select email, is_active, token, end_reason, consent from newsletter_subscriptions order by id')

/** The path of the link in the newest mail, as an admin hands it over. */
async function newestLink(server: TestServer): Promise<string> {
  const cookie = await server.signIn()
  const [row] = await server.query<{ id: number }>('select max(id) as id from outbox_messages')
  const { text } = await (await server.send(paths.api.outboxMail(row?.id ?? 0), { cookie })).json()
  return new URL(/http\S+\/newsletter\/confirm\/\S+/.exec(text)?.[0] ?? '').pathname
}

async function publish(
  server: TestServer,
  cookie: string,
  values: Record<string, unknown> = {},
): Promise<Post> {
  const json = { title: 'Bread and data', content: '<p>Knead it well.</p>', isPublished: true, ...values }
  return (await server.send(paths.api.blog, { cookie, json })).json()
}

test('only the button in the mail subscribes; opening the link changes nothing, and it works once', async () => {
  const server = await startTestServer()
  const answer = await ask(server, 'Ann@example.org')
  expect(await answer.json()).toMatchObject({ success: true })
  expect(await subscribers(server)).toEqual([])
  const link = await newestLink(server)
  const [stored] = await server.query<{ all: string }>(
    `select (select text || html from outbox_messages) || (select string_agg(token_hash, '') from newsletter_confirmations) as all`,
  )
  expect(stored?.all).not.toContain(link.split('/').at(-1))

  for (let scan = 0; scan < 3; scan++) expect((await server.send(link)).status).toBe(200)
  expect(await subscribers(server)).toEqual([])
  const pressed = await Promise.all(
    Array.from({ length: 10 }, () => server.send(link, { method: 'POST', form: {} })),
  )
  expect(pressed.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(pressed.filter(({ status }) => status === 410)).toHaveLength(9)
  expect(await subscribers(server)).toMatchObject([
    {
      email: 'Ann@example.org',
      is_active: true,
      consent: expect.stringContaining('I can leave at any time'),
    },
  ])
  expect((await server.send(link)).status).toBe(410)
})

test('the answer is the same for known and new; nobody’s inbox is filled; machines get no mail', async () => {
  const server = await startTestServer()
  await server.query(`insert into newsletter_subscriptions (email) values ('known@example.org')`)
  const known = await ask(server, 'KNOWN@example.org')
  const fresh = await ask(server, 'new@example.org')
  expect(await known.text()).toBe(await fresh.text())
  for (let more = 0; more < 5; more++) await ask(server, 'new@example.org')
  await ask(server, 'bot@example.org', { website: 'x' })
  const mails = await server.query<{ recipient: string }>('select recipient from outbox_messages')
  expect(mails.map(({ recipient }) => recipient)).toEqual(Array(3).fill('new@example.org'))
  expect(await (await ask(server, 'a@example.org\nBcc: b@example.org')).json()).toMatchObject({
    success: false,
  })
})

test('the plain form: success, mistake kept, expired link', async () => {
  const server = await startTestServer()
  const sent = await server.send(paths.newsletter, { form: { email: 'ann@example.org' } })
  expect([sent.status, sent.headers.get('location')]).toEqual([303, paths.newsletterAsked])
  const wrong = await server.send(paths.newsletter, { form: { email: 'ann@' } })
  expect(wrong.status).toBe(422)
  const html = await wrong.text()
  expect(html).toContain('value="ann@"')
  expect(html).toContain('Please enter a valid email address')
  const link = await newestLink(server)
  await server.query(`update newsletter_confirmations set expires_at = now()`)
  expect((await server.send(link)).status).toBe(410)
  expect((await server.send(link, { method: 'POST', form: {} })).status).toBe(410)
  expect(await subscribers(server)).toEqual([])
})

test('a subscriber chooses how often, leaves and comes back; a mail program leaves with one click', async () => {
  const server = await startTestServer()
  await server.query(`insert into newsletter_subscriptions (email) values ('ann@example.org')`)
  const [{ token = '' } = {}] = await subscribers(server)
  const own = paths.newsletterManage(token)
  const page = await server.send(own)
  expect(page.headers.get('referrer-policy')).toBe('same-origin')
  expect(await page.text()).toContain('ann@example.org')
  await server.send(own, { form: { action: 'save', frequency: 'monthly' } })
  expect(await server.query('select frequency from newsletter_subscriptions')).toEqual([
    { frequency: 'monthly' },
  ])
  await server.send(own, { form: { action: 'leave' } })
  expect(await subscribers(server)).toMatchObject([{ is_active: false, end_reason: 'unsubscribed' }])
  await server.send(own, { form: { action: 'return' } })
  expect(await subscribers(server)).toMatchObject([{ is_active: true, end_reason: null }])

  const oneClick = paths.newsletterUnsubscribe(token)
  expect((await server.send(oneClick)).status).toBe(200)
  expect(await subscribers(server)).toMatchObject([{ is_active: true }])
  // As mail programs send it: no origin, no cookie, either kind of form.
  const body = new FormData()
  body.set('List-Unsubscribe', 'One-Click')
  for (const sent of [body, new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })]) {
    await server.query(
      'update newsletter_subscriptions set is_active = true, ended_at = null, end_reason = null',
    )
    expect((await fetch(server.url + oneClick, { method: 'POST', body: sent })).status).toBe(200)
    expect(await subscribers(server)).toMatchObject([{ is_active: false }])
  }
  expect((await fetch(server.url + paths.newsletterUnsubscribe('x'), { method: 'POST' })).status).toBe(404)
})

test('addresses are imported with how their owners agreed, and exported without formulas', async () => {
  const server = await startTestServer()
  const cookie = await server.signIn()
  await server.query(
    `insert into newsletter_subscriptions (email, is_active, end_reason) values ('left@example.org', false, 'unsubscribed')`,
  )
  const addresses =
    'Email,Name\r\n"ann@example.org",Ann\r\nLEFT@example.org,L\r\nnot an address\r\n=cmd@example.org\r\nANN@example.org'
  const post = (json: unknown) => server.send(paths.api.subscribers, { cookie, json })
  expect((await post({ addresses, consent: ' ' })).status).toBe(400)
  expect(await (await post({ addresses, consent: 'Signed the paper list at our fair.' })).json()).toEqual({
    added: 2,
    known: 1,
    refused: ['not an address'],
    refusedCount: 1,
  })
  expect((await subscribers(server)).find(({ email }) => email === 'left@example.org')?.is_active).toBe(false)
  const csv = await (await server.send(paths.api.subscribersFile, { cookie })).text()
  expect(csv).toContain(`"'=cmd@example.org"`)
  expect(csv.trim().split('\r\n')).toHaveLength(4)
  const found = await server.send(`${paths.api.subscribers}?q=ann`, { cookie })
  const [first] = await found.json()
  expect(first).toMatchObject({ source: 'import', consent: 'Signed the paper list at our fair.' })
  expect((await server.send(paths.api.subscriber(first.id), { method: 'DELETE', cookie })).status).toBe(204)
})

test('a published post goes to each subscriber once, with their own links; a dead address is not used again', async () => {
  const fake = await startFakeSmtp()
  onTestFinished(() => fake.close())
  const server = await startTestServer({ env: { SMTP_URL: fake.url, ORG_POSTAL_ADDRESS: '1 Main St' } })
  const cookie = await server.signIn()
  const post = await publish(server, cookie)
  await server.query(
    `insert into newsletter_subscriptions (email, is_active) select 'p' || n || '@example.org', n <> 3 from generate_series(1, 120) n`,
  )
  const call = (path: string, json: unknown) => server.send(path, { cookie, json })
  const preview = await (await call(paths.api.issuePreview, { postId: post.id })).json()
  expect(preview).toMatchObject({ subject: 'Bread and data', recipients: 119 })
  expect(preview.text).toContain('1 Main St')
  fake.next = ['unknown-address']
  const twice = await Promise.all([1, 2].map(() => call(paths.api.issues, { postId: post.id })))
  expect(twice.map(({ status }) => status).sort()).toEqual([201, 422])
  await expect.poll(() => fake.received.length, { timeout: 30_000 }).toBe(118)
  const mails = await Promise.all(fake.received.map(({ raw }) => PostalMime.parse(raw)))
  expect(new Set(mails.map((mail) => mail.to?.[0]?.address)).size).toBe(118)
  const rows = await subscribers(server)
  for (const mail of mails.slice(0, 5)) {
    const token = rows.find(({ email }) => email === mail.to?.[0]?.address)?.token ?? 'none'
    const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value
    expect(header('list-unsubscribe')).toBe(`<http://everyday.test${paths.newsletterUnsubscribe(token)}>`)
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(mail.text).toContain(paths.newsletterManage(token))
    expect(mail.html).toContain('<p>Knead it well.</p>')
  }
  expect(rows.filter(({ end_reason }) => end_reason === 'bounced')).toHaveLength(1)
  await expect
    .poll(async () => (await (await server.send(paths.api.issues, { cookie })).json())[0], {
      timeout: 10_000,
    })
    .toMatchObject({
      total: 119,
      waiting: 0,
      queued: 0,
      sent: 118,
      failed: 1,
      finishedAt: expect.any(String),
    })
}, 60_000)

test('paused no mail leaves; resumed the rest does, each once', async () => {
  const fake = await startFakeSmtp()
  onTestFinished(() => fake.close())
  fake.pause = 50
  const server = await startTestServer({ env: { SMTP_URL: fake.url, ORG_POSTAL_ADDRESS: '1 Main St' } })
  const cookie = await server.signIn()
  const post = await publish(server, cookie)
  await server.query(
    `insert into newsletter_subscriptions (email) select 'p' || n || '@example.org' from generate_series(1, 150) n`,
  )
  await server.send(paths.api.issues, { cookie, json: { postId: post.id } })
  await expect.poll(() => fake.received.length, { timeout: 20_000 }).toBeGreaterThan(10)
  const [issue] = await (await server.send(paths.api.issues, { cookie })).json()
  expect((await server.send(paths.api.pauseIssue(issue.id), { method: 'POST', cookie })).status).toBe(200)
  await new Promise((resolve) => setTimeout(resolve, 500))
  const paused = fake.received.length
  await new Promise((resolve) => setTimeout(resolve, 4000))
  expect(fake.received.length).toBe(paused)
  expect(paused).toBeLessThan(150)
  await server.send(paths.api.resumeIssue(issue.id), { method: 'POST', cookie })
  await expect.poll(() => fake.received.length, { timeout: 30_000 }).toBe(150)
  expect(new Set(fake.received.map(({ to }) => to[0])).size).toBe(150)
}, 80_000)

test('a newsletter is refused in plain words without a postal address, a public post or a reader', async () => {
  const server = await startTestServer()
  const cookie = await server.signIn()
  const post = await publish(server, cookie)
  const draft = await publish(server, cookie, { isPublished: false, title: 'Not yet' })
  const start = async (postId: number) =>
    (await server.send(paths.api.issues, { cookie, json: { postId } })).json()
  expect(await start(post.id)).toMatchObject({
    status: 422,
    detail: expect.stringContaining('postal address'),
  })
  await server.query(`insert into settings values ('organisation', '{"postalAddress":"1 Main St"}')`)
  await server.query(`select pg_notify('page_cache', 'site')`)
  await expect.poll(async () => (await start(post.id)).detail).toMatch(/Nobody has subscribed/)
  expect(await start(draft.id)).toMatchObject({
    status: 422,
    detail: expect.stringContaining('Publish it first'),
  })
})
