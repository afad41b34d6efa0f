import PostalMime from 'postal-mime'
import { expect, onTestFinished, test } from 'vitest'
import type { Issue, Subscriber } from '../../contracts/newsletter.ts'
import { paths } from '../../contracts/paths.ts'
import type { Post } from '../../contracts/posts.ts'
import { startFakeSmtp } from '../../tests/fakes/fake-smtp.ts'
import { startTestServer, type TestServer } from '../../tests/helpers/test-server.ts'
import { readConfig } from '../config.ts'
import { createDelivery } from '../mail/delivery.ts'
import { mailLimits } from '../mail/mail-limits.ts'
import { mailHooks } from '../mail-hooks.ts'
import { createSiteSource } from '../settings/site-source.ts'
import { sumUpIssues } from './issue-list.ts'
import { sendOpenIssues } from './send-issue.ts'

/** Seconds; the shortest there is. */
const jobPause = 0.5

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
  // A double click ends where one click does.
  for (const { status, headers } of pressed) expect([status, headers.get('location')]).toEqual([303, link])
  expect(await subscribers(server)).toMatchObject([
    {
      email: 'Ann@example.org',
      is_active: true,
      consent: expect.stringContaining('I can unsubscribe anytime'),
    },
  ])
  const [{ token = '' } = {}] = await subscribers(server)
  const done = await server.send(link)
  expect(done.status).toBe(200)
  expect(await done.text()).toContain(paths.newsletterManage(token))
  // It brings nobody back who has left since.
  await server.send(paths.newsletterManage(token), { form: { action: 'leave' } })
  expect((await server.send(link, { method: 'POST', form: {} })).status).toBe(410)
  expect((await server.send(link)).status).toBe(410)
  expect(await subscribers(server)).toMatchObject([{ is_active: false }])
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
  expect(html).toContain('Enter a valid email address')
  const link = await newestLink(server)
  await server.query(`update newsletter_confirmations set expires_at = now()`)
  expect((await server.send(link)).status).toBe(410)
  expect((await server.send(link, { method: 'POST', form: {} })).status).toBe(410)
  expect(await subscribers(server)).toEqual([])
})

test('nothing is called sent before a mail server took it or a person sent it', async () => {
  const env = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'hello@everyday.test' }
  const [byHand, sending] = [await startTestServer(), await startTestServer({ env })]
  expect(await (await ask(byHand, 'ann@example.org')).json()).toEqual({
    success: true,
    message: 'Thanks! We’ll email you a confirmation link soon. Click it to finish signing up.',
    byHand: true,
  })
  expect(await (await ask(sending, 'ann@example.org')).json()).toEqual({
    success: true,
    message: 'Thanks! We’re emailing you a confirmation link. Click it to finish signing up.',
    byHand: false,
  })
  const page = async (server: TestServer) => (await server.send(paths.newsletterAsked)).text()
  expect(await page(byHand)).toContain('We’ll send you an email with a button soon.')
  expect(await page(sending)).toContain('We’re sending you an email with a button.')
})

test('the plain form asks once about an address that looks mistyped; the call takes it', async () => {
  const server = await startTestServer()
  const send = (form: Record<string, string>) => server.send(paths.newsletter, { form })
  const asked = await send({ email: 'ann@gmial.com' })
  expect(asked.status).toBe(422)
  expect(await asked.text()).toContain('Did you mean ann@gmail.com? Send again to keep ann@gmial.com.')
  expect((await send({ email: 'ann@gmial.com', meant: 'ann@gmail.com' })).status).toBe(303)
  expect((await send({ email: 'ruth@gracechapel', askedAbout: 'ruth@gracechapel' })).status).toBe(303)
  expect(await (await ask(server, 'bea@gmial.com')).json()).toMatchObject({ success: true })
  expect(await server.query('select email from newsletter_confirmations order by created_at')).toEqual([
    { email: 'ann@gmail.com' },
    { email: 'ruth@gracechapel' },
    { email: 'bea@gmial.com' },
  ])
})

test('a subscriber chooses how often, leaves and comes back; a mail program leaves with one click', async () => {
  const server = await startTestServer()
  await server.query(`insert into newsletter_subscriptions (email) values ('ann@example.org')`)
  const [{ token = '' } = {}] = await subscribers(server)
  const own = paths.newsletterManage(token)
  const page = await server.send(own)
  expect(page.headers.get('referrer-policy')).toBe('same-origin')
  expect(await page.text()).toContain('ann@example.org')
  const saved = await server.send(own, { form: { action: 'save', frequency: 'monthly' } })
  expect([saved.status, saved.headers.get('location')]).toEqual([303, paths.newsletterSaved(token)])
  expect(await (await server.send(paths.newsletterSaved(token))).text()).toContain('Saved.')
  expect(await server.query('select frequency from newsletter_subscriptions')).toEqual([
    { frequency: 'monthly' },
  ])
  const left = await server.send(own, { form: { action: 'leave' } })
  expect([left.status, left.headers.get('location')]).toEqual([303, own])
  expect(await subscribers(server)).toMatchObject([{ is_active: false, end_reason: 'unsubscribed' }])
  expect(await (await server.send(own)).text()).toContain('Subscribe Again')
  await server.query(`update newsletter_subscriptions set subscribed_at = now() - interval '1 year'`)
  await server.send(own, { form: { action: 'return' } })
  expect(await subscribers(server)).toMatchObject([{ is_active: true, end_reason: null }])
  expect(
    await server.query(`select 1 from newsletter_subscriptions
      where subscribed_at > now() - interval '1 hour' and asked_at > now() - interval '1 hour'`),
  ).toHaveLength(1)

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

  // Whom we have ended is not told that a button brings them back.
  for (const reason of ['removed', 'bounced']) {
    await server.query('update newsletter_subscriptions set is_active = false, end_reason = $1', [reason])
    await server.send(own, { form: { action: 'return' } })
    const ended = await (await server.send(own)).text()
    expect(ended).toContain('sign up again')
    expect(ended).not.toContain('Subscribe Again')
    expect(await subscribers(server)).toMatchObject([{ is_active: false }])
  }
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
  expect((await post({ addresses, consent: 'x'.repeat(1001) })).status).toBe(400)
  expect(await (await post({ addresses, consent: 'Signed the paper list at our fair.' })).json()).toEqual({
    added: 2,
    known: 1,
    left: 0,
    deleted: 0,
    ended: 0,
    refused: [{ line: 4, text: 'not an address', reason: 'address' }],
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

  // As it comes out of a mail program, with a letter among it.
  const copied = `bea@example.org; cy@example.org,dan@example.org\nEve,eve@example.org\n${'x'.repeat(100)}`
  const answer = await (await post({ addresses: copied, consent: 'Told us so at our fair.' })).json()
  expect(answer).toMatchObject({
    added: 4,
    refused: [{ line: 3, text: `${'x'.repeat(60)}...`, reason: 'address' }],
    refusedCount: 1,
  })
})

test('a published post goes to each subscriber once, with their own links; a dead address is not used again', async () => {
  const fake = await startFakeSmtp()
  onTestFinished(() => fake.close())
  const server = await startTestServer({
    env: { SMTP_URL: fake.url, ORG_POSTAL_ADDRESS: '1 Main St' },
    jobPause,
  })
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
  const server = await startTestServer({
    env: { SMTP_URL: fake.url, ORG_POSTAL_ADDRESS: '1 Main St' },
    jobPause,
  })
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
  // Jobs are looked for three times meanwhile.
  await new Promise((resolve) => setTimeout(resolve, 1600))
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
  await expect.poll(async () => (await start(post.id)).detail).toMatch(/No one has subscribed/)
  expect(await start(draft.id)).toMatchObject({
    status: 422,
    detail: expect.stringContaining('Publish it first'),
  })
})

test('an export comes back as it was: who left stays out, and no address is another one', async () => {
  const from = await startTestServer()
  await from.query(
    `insert into newsletter_subscriptions (email, is_active, end_reason, frequency, consent) values
      ('ann@example.org', true, null, 'monthly', E'Yes, "please",\nI agree'),
      ('+plus@example.org', true, null, 'all', null),
      ('left@example.org', false, 'unsubscribed', 'all', null),
      ('dead@example.org', false, 'bounced', 'all', null)`,
  )
  await from.query(
    `update newsletter_subscriptions set subscribed_at = '2025-11-22T07:15:30Z', ended_at = case when not is_active then timestamptz '2026-01-02T03:04:05Z' end`,
  )
  const file = await from.send(paths.api.subscribersFile, { cookie: await from.signIn() })
  const to = await startTestServer()
  const json = { addresses: await file.text(), consent: 'From our old list.' }
  const answer = await to.send(paths.api.subscribers, { cookie: await to.signIn(), json })
  expect(await answer.json()).toMatchObject({ added: 2, left: 2, known: 0, refusedCount: 0 })
  expect(
    await to.query(`select 1 from newsletter_subscriptions where subscribed_at <> '2025-11-22T07:15:30Z'
      or ended_at is distinct from case when not is_active then timestamptz '2026-01-02T03:04:05Z' end`),
  ).toEqual([])
  expect(
    await to.query(
      'select email, is_active, end_reason, frequency, consent from newsletter_subscriptions order by email',
    ),
  ).toEqual([
    {
      email: '+plus@example.org',
      is_active: true,
      end_reason: null,
      frequency: 'all',
      consent: 'From our old list.',
    },
    {
      email: 'ann@example.org',
      is_active: true,
      end_reason: null,
      frequency: 'monthly',
      consent: 'Yes, "please",\nI agree',
    },
    {
      email: 'dead@example.org',
      is_active: false,
      end_reason: 'bounced',
      frequency: 'all',
      consent: 'From our old list.',
    },
    {
      email: 'left@example.org',
      is_active: false,
      end_reason: 'unsubscribed',
      frequency: 'all',
      consent: 'From our old list.',
    },
  ])
})

const importList = async (server: TestServer, addresses: string) => {
  const json = { addresses, consent: 'Signed up at our fair.' }
  return (await server.send(paths.api.subscribers, { cookie: await server.signIn(), json })).json()
}

test('an import never makes an unsubscribed person active, whatever the file looks like', async () => {
  const server = await startTestServer()
  const files = [
    'ann@example.org;Smith, Ann;no',
    '"Smith, Ann";ann@example.org;No',
    'Email;Name;Active\r\nann@example.org;Smith, Ann;no\r\n',
    // The header's commas are not what the rows are cut by.
    'Email,Name,Active\nann@example.org;Smith, Ann;no',
    '\ufeffName,Active,E-mail\r\n"Smith, Ann",false,ann@example.org',
    'Name\tMail address\tSubscribed\nAnn\tann@example.org\t0',
    'Email Address,Status\nann@example.org,unsubscribed',
    'email,member status\nann@example.org,cleaned',
    'email,opt_in\nann@example.org,N',
    'Email,Unsubscribed at,Name\nann@example.org,2025-03-01 10:00,Ann',
    'Email,Unsubscribed\nann@example.org,yes',
    'Email,Is active\nann@example.org,True\nANN@example.org,False',
    'Email,Active\nann@example.org,no\nann@example.org,yes',
    // A quotation mark that is never closed, and a name that holds the delimiter.
    'Email,Name,Active\nann@example.org,"Smith, Ann,no\n',
    'Email,Name,Active\nann@example.org,Smith, Ann,no',
    // A spreadsheet's empty cell at the end of a row.
    'Email,Unsubscribed\nann@example.org,Yes,',
    'Email,Status\nann@example.org,Unsubscribed 2026-01-05',
    'ann@example.org,Unsubscribed 2026-01-05',
    'ann@example.org;Smith, Ann;opted-out by phone',
    'ann@example.org,Left on 2026-01-05',
    'Email,Not subscribed\nann@example.org,x',
    'Email,DNC\nann@example.org,Yes',
    'Contact,DNC\nann@example.org,Yes',
    'Email,Do not email\nann@example.org,Yes',
    'Email,Do-Not-Contact\nann@example.org,Yes',
  ]
  for (const file of files) {
    await server.query('delete from newsletter_subscriptions')
    expect(await importList(server, file), file).toMatchObject({ added: 0, left: 1, known: 0 })
    expect(await subscribers(server), file).toMatchObject([
      { email: 'ann@example.org', is_active: false, end_reason: 'unsubscribed' },
    ])
  }
})

test('an import skips a line whose cells do not match a header that says who is subscribed', async () => {
  const server = await startTestServer()
  const files = [
    'Email,Name,Opted out\nann@example.org,Smith, Ann,Yes',
    'Email,Name,Unsubscribed\nann@example.org,Smith, Ann,2026-01-05',
    'Email,Name,Active\nann@example.org,Smith, Ann,N',
    'Email,Name,Active\nann@example.org,N',
    // Another line of the same person says nothing about the one that can't be read.
    'Email,Opted out\nann@example.org,Smith,Yes\nann@example.org,no',
    'Email,Opted out\nann@example.org,no\nann@example.org,Smith,Yes',
  ]
  for (const file of files) {
    const answer = await importList(server, file)
    expect(answer, file).toMatchObject({ added: 0, left: 0, known: 0, refusedCount: 1 })
    expect(answer.refused, file).toMatchObject([
      { line: file.endsWith('Yes') && file.includes('no\n') ? 3 : 2, reason: 'columns' },
    ])
    expect(await subscribers(server), file).toEqual([])
  }
})

test('an import unsubscribes whom the list marks as unsubscribed, unless they subscribed again later', async () => {
  const { server, mails, sendPost } = await startWithReaders(['ann', 'bea', 'cy'])
  await sendPost('One')
  await server.query(
    `update newsletter_subscriptions set subscribed_at = '2026-02-01' where email like 'bea@%'`,
  )
  const list = [
    'Email,Active,Left,Reason',
    'ANN@example.org,no,,Email bounced',
    'bea@example.org,no,2026-01-05,',
    'cy@example.org,yes,,',
    'new@example.org,no,,',
  ]
  const expected = { added: 0, left: 1, ended: 1, known: 2 }
  expect(await importList(server, list.join('\n'))).toMatchObject(expected)
  expect(await importList(server, list.join('\n'))).toMatchObject({ added: 0, left: 0, ended: 0, known: 4 })
  const rows = await subscribers(server)
  expect(rows.map(({ email, end_reason }) => `${email} ${end_reason}`).toSorted()).toEqual([
    'ann@example.org bounced',
    'bea@example.org null',
    'cy@example.org null',
    'new@example.org unsubscribed',
  ])
  expect((await mails()).map(({ name, status }) => `${name} ${status}`)).toEqual([
    'ann withdrawn',
    'bea queued',
    'cy queued',
  ])
})

test('an import adds everyone else, from any usual file', async () => {
  const server = await startTestServer()
  const files = [
    'ann@example.org',
    'Ann Smith <ann@example.org>',
    'mailto:ann@example.org',
    'ann@example.org;Smith, Ann;yes',
    'ann@example.org,Ann,N,Smith',
    '\ufeff"Name";"E-Mail";"Aktiv"\r\n"Smith, Ann";"ann@example.org";"1"\r\n',
    'name,contact,city\nAnn,ann@example.org,Ames',
    'Email,Unsubscribed at,Status\nann@example.org,,New',
    'Email\tName\rann@example.org\tAnn\r',
    'Email,Unsubscribed,Active\nann@example.org,no,Yes',
    'Email,Unsubscribed\nann@example.org,,',
    // Without a column about it, a comma in a name changes nothing.
    'Email,Name\nann@example.org,Smith, Ann',
    'ann@example.org,Left Bank Bakery',
    'ann@example.org,Bounce House Inc.',
  ]
  for (const file of files) {
    await server.query('delete from newsletter_subscriptions')
    expect(await importList(server, file), file).toMatchObject({ added: 1, left: 0, refusedCount: 0 })
    expect(await subscribers(server), file).toMatchObject([{ email: 'ann@example.org', is_active: true }])
  }
})

test('an import tells which lines have no address', async () => {
  const server = await startTestServer()
  const lines = [
    'Name,Email',
    'Ann,ann@example.org',
    '',
    'Bea,bea@',
    'Cy,',
    '"Di\nLane",di@example.org',
    'Ed',
  ]
  expect(await importList(server, lines.join('\n'))).toEqual({
    added: 2,
    left: 0,
    known: 0,
    ended: 0,
    deleted: 0,
    refused: [
      { line: 4, text: 'bea@', reason: 'address' },
      { line: 5, text: 'Cy, ', reason: 'address' },
      { line: 8, text: 'Ed', reason: 'address' },
    ],
    refusedCount: 3,
  })
})

test('an import brings back no one who left or was deleted', async () => {
  const server = await startTestServer()
  const cookie = await server.signIn()
  const names = ['left', 'erased', 'hidden', 'restored', 'new']
  const list = names.map((name) => `${name}@example.org`).join('\n')
  await server.query(
    `insert into newsletter_subscriptions (email, is_active, end_reason, ended_at) values
      ('left@example.org', false, 'unsubscribed', now()), ('erased@example.org', false, 'unsubscribed', now())`,
  )
  const [erased] = await server.query<{ id: number }>(
    `select id from newsletter_subscriptions where email = 'erased@example.org'`,
  )
  const path = paths.api.subscriberData(erased?.id ?? 0)
  expect((await server.send(path, { method: 'DELETE', cookie })).status).toBe(204)
  for (const [index, name] of ['hidden', 'restored'].entries()) {
    await server.send(paths.api.trainingWaitlist, { json: { name, email: `${name}@example.org` } })
    await server.send(paths.api.entry('waitlist', index + 1), { method: 'DELETE', cookie })
  }
  await server.send(paths.api.restorePerson('waitlist', 2), { method: 'POST', cookie })
  expect(await importList(server, list)).toMatchObject({ added: 2, known: 1, left: 0, deleted: 2 })
  expect((await subscribers(server)).map(({ email, is_active }) => [email, is_active]).toSorted()).toEqual([
    ['left@example.org', false],
    ['new@example.org', true],
    ['restored@example.org', true],
  ])
})

/** A server whose mails wait in the outbox, with people who subscribed and a post to send them. */
async function startWithReaders(names: string[]) {
  const server = await startTestServer({ env: { ORG_POSTAL_ADDRESS: '1 Main St' }, jobPause })
  const cookie = await server.signIn()
  for (const name of names)
    await server.query('insert into newsletter_subscriptions (email) values ($1)', [`${name}@example.org`])
  const call = (path: string, json?: unknown) => server.send(path, { cookie, json, method: 'POST' })
  return {
    server,
    cookie,
    call,
    issues: async (): Promise<Issue[]> => (await server.send(paths.api.issues, { cookie })).json(),
    mails: () =>
      server.query<{ id: number; name: string; status: string }>(
        `select id, split_part(recipient, '@', 1) as name, status from outbox_messages order by recipient`,
      ),
    /** Sends a new post, and waits until each copy is written. */
    async sendPost(title: string): Promise<Post> {
      const post = await publish(server, cookie, { title })
      expect((await call(paths.api.issues, { postId: post.id })).status).toBe(201)
      await expect
        .poll(
          () =>
            server.query('select 1 from newsletter_issues where finished_at is not null and post_id = $1', [
              post.id,
            ]),
          { timeout: 10_000 },
        )
        .toHaveLength(1)
      return post
    },
  }
}

test('whoever leaves gets none of the mails that wait, only the one that is under way', async () => {
  const { server, cookie, call, issues, mails, sendPost } = await startWithReaders(['ann', 'bob', 'cy', 'di'])
  await sendPost('One')
  expect((await mails()).map(({ status }) => status)).toEqual(Array(4).fill('queued'))
  await server.query(
    `update outbox_messages set attempts = 1, next_attempt_at = now() + interval '1 minute' where recipient like 'cy@%'`,
  )
  const [ann, bob, cy] = await subscribers(server)
  for (const person of [ann, cy])
    await server.send(paths.newsletterUnsubscribe(person?.token ?? ''), { method: 'POST', form: {} })
  const [row] = await server.query<{ id: number }>(
    'select id from newsletter_subscriptions where token = $1',
    [bob?.token],
  )
  await server.send(paths.api.subscriber(row?.id ?? 0), { method: 'DELETE', cookie })
  expect((await mails()).map(({ name, status }) => [name, status])).toEqual([
    ['ann', 'withdrawn'],
    ['bob', 'withdrawn'],
    ['cy', 'queued'],
    ['di', 'queued'],
  ])
  expect(await issues()).toMatchObject([{ total: 4, leftOut: 2, queued: 2, byHand: true }])
  const di = (await mails()).find(({ name }) => name === 'di')
  expect((await call(paths.api.outboxHandedOver(di?.id ?? 0))).status).toBe(200)
  expect(await issues()).toMatchObject([{ queued: 1, sent: 1 }])
})

test('a newsletter that comes back from the mail server is held where its reader left or its issue was paused', async () => {
  const { server, call, issues, mails, sendPost } = await startWithReaders(['ann', 'bob'])
  const fake = await startFakeSmtp()
  onTestFinished(() => fake.close())
  const { db } = server.instance
  const config = readConfig({ SMTP_URL: fake.url }, '/nowhere')
  const siteSource = createSiteSource(db, config.site, () => {})
  const log = { info() {}, warn() {} }
  const delivery = createDelivery({ config, db, siteSource, hooks: mailHooks, limits: mailLimits, log })
  onTestFinished(() => delivery.close())
  await sendPost('One')
  const [ann, bob] = await subscribers(server)
  const [issue] = await issues()
  fake.always = 'later'
  // While both are under way neither leaving nor a pause can take them back.
  const leaveAndPause = async () => {
    await expect.poll(() => server.query(underWay)).toHaveLength(2)
    await server.send(paths.newsletterUnsubscribe(ann?.token ?? ''), { method: 'POST', form: {} })
    await call(paths.api.pauseIssue(issue?.id ?? 0))
  }
  let meanwhile: Promise<void> | undefined
  fake.onRecipient = () => {
    meanwhile ??= leaveAndPause()
    return meanwhile
  }
  await delivery.deliverDue(new AbortController().signal)
  await meanwhile
  expect(await mails()).toMatchObject([{ status: 'withdrawn' }, { status: 'queued' }])
  const due = `select id from outbox_messages where status = 'queued' and next_attempt_at < now() + interval '1 year'`
  expect(await server.query(due)).toEqual([])

  await server.query(`update outbox_messages set status = 'failed', attempts = 1`)
  const [toAnn, toBob] = await mails()
  expect((await call(paths.api.outboxAgain(toAnn?.id ?? 0))).status).toBe(409)
  expect((await call(paths.api.outboxAgain(toBob?.id ?? 0))).status).toBe(200)
  expect(await mails()).toMatchObject([{ status: 'withdrawn' }, { status: 'queued' }])
  expect(await server.query(due)).toEqual([])
  await call(paths.api.resumeIssue(issue?.id ?? 0))
  expect(await server.query(due)).toEqual([{ id: toBob?.id }])
  // An address that took no mail keeps its failed one.
  await server.query(`update outbox_messages set status = 'failed' where id = $1`, [toBob?.id])
  await server.query(
    `update newsletter_subscriptions set is_active = false, end_reason = 'bounced' where token = $1`,
    [bob?.token],
  )
  expect((await call(paths.api.outboxAgain(toBob?.id ?? 0))).status).toBe(409)
  expect(await mails()).toMatchObject([{ status: 'withdrawn' }, { status: 'failed' }])
})

test('a post goes again only to those who have not had it, and the preview says so', async () => {
  const { server, call, issues, mails, sendPost } = await startWithReaders(['ann', 'bob'])
  const post = await sendPost('One')
  const preview = async () => (await call(paths.api.issuePreview, { postId: post.id })).json()
  expect(await preview()).toMatchObject({ recipients: 0, waiting: 2, had: 0, lastSentAt: null })
  const tooSoon = await (await call(paths.api.issues, { postId: post.id })).json()
  expect(tooSoon).toMatchObject({ status: 422, detail: expect.stringContaining('waiting in the Outbox') })
  for (const { id } of await mails()) await call(paths.api.outboxHandedOver(id))
  await server.query(`update outbox_messages set sent_at = '2026-01-05T12:00:00Z'`)
  expect(await preview()).toMatchObject({
    recipients: 0,
    waiting: 0,
    had: 2,
    lastSentAt: '2026-01-05T12:00:00.000Z',
    byHand: true,
  })
  const again = await (await call(paths.api.issues, { postId: post.id })).json()
  expect(again).toMatchObject({ status: 422, detail: expect.stringContaining('has already had this post') })
  await server.query(`insert into newsletter_subscriptions (email) values ('new@example.org')`)
  expect(await preview()).toMatchObject({ recipients: 1, had: 2 })
  await call(paths.api.issues, { postId: post.id })
  await expect
    .poll(async () => (await mails()).map(({ name }) => name), { timeout: 10_000 })
    .toEqual(['ann', 'bob', 'new'])
  expect((await issues()).map(({ total }) => total)).toEqual([1, 2])
})

test('who wants one mail a month gets one, also of two issues that are started together', async () => {
  const { server, cookie, call, mails } = await startWithReaders(['ann', 'bob'])
  await server.query(`update newsletter_subscriptions set frequency = 'monthly' where email like 'ann%'`)
  // The first one's copies are planned and not written yet.
  const first = await publish(server, cookie, { title: 'One' })
  await server.query(
    `insert into newsletter_issues (post_id, subject, text, html, started_by, paused_at) values ($1, 's', 't', 'h', 'Ann', now())`,
    [first.id],
  )
  await server.query(
    'insert into newsletter_copies (issue_id, subscription_id) select i.id, s.id from newsletter_issues i, newsletter_subscriptions s',
  )
  const previewOf = async (postId: number) => (await call(paths.api.issuePreview, { postId })).json()
  expect(await previewOf(first.id)).toMatchObject({ recipients: 0, waiting: 2, had: 0, lastSentAt: null })
  const second = await publish(server, cookie, { title: 'Two' })
  await call(paths.api.issues, { postId: second.id })
  await expect.poll(async () => (await mails()).map(({ name }) => name), { timeout: 10_000 }).toEqual(['bob'])
  expect(await previewOf(second.id)).toMatchObject({ recipients: 0 })
})

test('an issue that is over keeps its sums until a mail of it changes', async () => {
  const { server, call, issues, mails, sendPost } = await startWithReaders(['ann', 'bob'])
  await sendPost('One')
  const sums = async () => (await server.query('select sums from newsletter_issues'))[0]?.sums
  await sumUpIssues(server.instance.db)
  expect(await sums()).toBeNull()
  const [ann, bob] = await mails()
  await call(paths.api.outboxHandedOver(ann?.id ?? 0))
  await server.query(`update outbox_messages set status = 'failed' where id = $1`, [bob?.id])
  await sumUpIssues(server.instance.db)
  const over = { total: 2, sent: 1, failed: 1, leftOut: 0 }
  expect(await sums()).toEqual(over)
  expect(await issues()).toMatchObject([{ ...over, waiting: 0, queued: 0 }])
  await call(paths.api.outboxHandedOver(bob?.id ?? 0))
  expect(await issues()).toMatchObject([{ sent: 2, failed: 0 }])
})

test('after ten refusals in a row an issue pauses, and resumed it goes to everybody, those that were refused too', async () => {
  const fake = await startFakeSmtp()
  onTestFinished(() => fake.close())
  const server = await startTestServer({
    env: { SMTP_URL: fake.url, ORG_POSTAL_ADDRESS: '1 Main St' },
    jobPause,
  })
  const cookie = await server.signIn()
  const post = await publish(server, cookie)
  await server.query(
    `insert into newsletter_subscriptions (email) select 'p' || n || '@example.org' from generate_series(1, 40) n`,
  )
  fake.always = 'unknown-address'
  const issues = async () => (await server.send(paths.api.issues, { cookie })).json()
  await server.send(paths.api.issues, { cookie, json: { postId: post.id } })
  await expect.poll(async () => (await issues())[0], { timeout: 20_000 }).toMatchObject({ isRefused: true })
  // Those that were under way then are over, too.
  await expect.poll(() => server.query(underWay), { timeout: 20_000 }).toEqual([])
  const [paused] = await issues()
  expect(paused.failed).toBeLessThan(15)
  const bounced = async () => (await subscribers(server)).filter(({ end_reason }) => end_reason === 'bounced')
  expect(await bounced()).toHaveLength(9)
  // Earlier "old" was refused and then "had" was served, so that one was a bad address; "aside" never left us.
  await server.query(
    `with given (name, ending, status, attempts) as (values
        ('old', 'bounced', 'failed', 1), ('had', null, 'sent', 1), ('aside', null, 'failed', 0)),
      people as (insert into newsletter_subscriptions (email, is_active, end_reason, ended_at)
        select name || '@example.org', ending is null, ending, now() - interval '2 hours' from given returning id, email),
      mails as (insert into outbox_messages (message_id, kind, recipient, subject, text, status, attempts, sent_at)
        select name, 'newsletter', name || '@example.org', 's', 't', status, attempts,
          case when status = 'sent' then now() - interval '1 hour' end from given returning id, recipient)
      insert into newsletter_copies (issue_id, subscription_id, message_id, settled_at)
        select $1, people.id, mails.id, now() from people join mails on recipient = email`,
    [paused.id],
  )
  fake.always = 'none'
  expect((await server.send(paths.api.resumeIssue(paused.id), { method: 'POST', cookie })).status).toBe(200)
  await expect.poll(() => fake.received.length, { timeout: 20_000 }).toBe(40)
  await expect
    .poll(async () => (await issues())[0], { timeout: 10_000 })
    .toMatchObject({ isRefused: false, pausedAt: null, sent: 41, failed: 2, queued: 0 })
  expect(new Set(fake.received.map(({ to }) => to[0])).size).toBe(40)
  expect((await bounced()).map(({ email }) => email)).toEqual(['old@example.org'])
  // A bounce can be taken back by hand, and nothing else.
  const list = await (await server.send(paths.api.subscribers, { cookie })).json()
  const again = (find: (row: Subscriber) => boolean) =>
    server.send(paths.api.subscriberAgain(list.find(find).id), { method: 'POST', cookie })
  expect((await again(({ endReason }) => endReason === 'bounced')).status).toBe(204)
  expect((await again(({ isActive }) => isActive)).status).toBe(404)
  expect(await bounced()).toEqual([])
}, 80_000)

const underWay = `select id from outbox_messages
  where status = 'queued' and attempts > 0 and problem is null and next_attempt_at > now()`

test('while an issue waits, only one job of it waits', async () => {
  const fake = await startFakeSmtp()
  onTestFinished(() => fake.close())
  fake.always = 'busy-banner'
  const server = await startTestServer({ env: { SMTP_URL: fake.url, ORG_POSTAL_ADDRESS: '1 Main St' } })
  const cookie = await server.signIn()
  await server.query(
    `insert into newsletter_subscriptions (email) select 'p' || n || '@example.org' from generate_series(1, 150) n`,
  )
  for (const title of ['One', 'Two']) {
    const post = await publish(server, cookie, { title })
    await server.send(paths.api.issues, { cookie, json: { postId: post.id } })
  }
  const { db } = server.instance
  const config = readConfig({ SMTP_URL: fake.url }, '/nowhere')
  const { signal } = new AbortController()
  // As many minutes as there are runs.
  for (let minute = 0; minute < 10; minute++) await sendOpenIssues({ db, config, signal })
  const waiting = await server.query(
    `select id from pgboss.job where name = 'send-newsletter' and state = 'created' and data ? 'issueId'`,
  )
  // One of each issue, and one more of each where the job that runs now has just begun.
  expect(waiting.length).toBeLessThanOrEqual(4)
}, 40_000)

test('subscribers are found by the beginnings of the words of their address', async () => {
  const { server, cookie } = await startWithReaders(['ann.lee', 'bea', 'hannah'])
  const found = async (q: string) => {
    const response = await server.send(`${paths.api.subscribers}?q=${encodeURIComponent(q)}&limit=2`, {
      cookie,
    })
    const rows: Subscriber[] = await response.json()
    return [rows.map(({ email }) => email.split('@')[0]), response.headers.get('x-total-count')]
  }
  expect(await found('LEE')).toEqual([['ann.lee'], '1'])
  expect(await found('ann exam')).toEqual([['ann.lee'], '1'])
  expect(await found('example.org')).toEqual([['hannah', 'bea'], '3'])
  expect(await found('nobody')).toEqual([[], '0'])
  expect(await found("'%_ &|!")).toEqual([['hannah', 'bea'], '3'])
})
