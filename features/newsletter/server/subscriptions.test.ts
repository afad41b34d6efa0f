import { expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../tests/helpers/test-server.ts'
import type { Subscriber } from '../contract/newsletter.ts'
import { newsletterPaths } from '../contract/newsletter-paths.ts'
import { startWithReaders, subscribers } from '../testing/newsletter.ts'

const ask = (server: TestServer, email: string, more: Record<string, string> = {}) =>
  server.send('/api/newsletter', { json: { email, ...more } })

/** The path of the link in the newest email, as shown to an admin in the outbox */
async function newestLink(server: TestServer): Promise<string> {
  const cookie = await server.signIn()
  const [row] = await server.query<{ id: number }>('select max(id) as id from outbox_messages')
  const { text } = await (await server.send(`/api/outbox/${row?.id ?? 0}`, { cookie })).json()
  return new URL(/http\S+\/newsletter\/confirm\/\S+/.exec(text)?.[0] ?? '').pathname
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
  // Repeated clicks end on the same page as a single click.
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
  expect(await done.text()).toContain(newsletterPaths.manage(token))
  // After the person has unsubscribed, the old confirmation link does not subscribe them again.
  await server.send(newsletterPaths.manage(token), { form: { action: 'leave' } })
  expect((await server.send(link, { method: 'POST', form: {} })).status).toBe(410)
  expect((await server.send(link)).status).toBe(410)
  expect(await subscribers(server)).toMatchObject([{ is_active: false }])
})

test('the answer is the same for known and new; no inbox is flooded; bots get no email', async () => {
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
  const sent = await server.send(newsletterPaths.page, { form: { email: 'ann@example.org' } })
  expect([sent.status, sent.headers.get('location')]).toEqual([303, newsletterPaths.asked])
  const wrong = await server.send(newsletterPaths.page, { form: { email: 'ann@' } })
  expect(wrong.status).toBe(422)
  const html = await wrong.text()
  expect(html).toContain('value="ann@"')
  expect(html).toContain('Enter a valid email address')
  const link = await newestLink(server)
  await server.query('update newsletter_confirmations set expires_at = now()')
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
  const page = async (server: TestServer) => (await server.send(newsletterPaths.asked)).text()
  expect(await page(byHand)).toContain('We’ll send you an email with a button soon.')
  expect(await page(sending)).toContain('We’re sending you an email with a button.')
})

test('the plain form asks once about an address that looks mistyped; the call takes it', async () => {
  const server = await startTestServer()
  const send = (form: Record<string, string>) => server.send(newsletterPaths.page, { form })
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
  const own = newsletterPaths.manage(token)
  const page = await server.send(own)
  expect(page.headers.get('referrer-policy')).toBe('same-origin')
  expect(await page.text()).toContain('ann@example.org')
  const saved = await server.send(own, { form: { action: 'save', frequency: 'monthly' } })
  expect([saved.status, saved.headers.get('location')]).toEqual([303, newsletterPaths.saved(token)])
  expect(await (await server.send(newsletterPaths.saved(token))).text()).toContain('Saved.')
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

  const oneClick = newsletterPaths.unsubscribe(token)
  expect((await server.send(oneClick)).status).toBe(200)
  expect(await subscribers(server)).toMatchObject([{ is_active: true }])
  // Mail programs send no origin and no cookie, and either kind of form (RFC 8058).
  const body = new FormData()
  body.set('List-Unsubscribe', 'One-Click')
  for (const sent of [body, new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })]) {
    await server.query(
      'update newsletter_subscriptions set is_active = true, ended_at = null, end_reason = null',
    )
    expect((await fetch(server.url + oneClick, { method: 'POST', body: sent })).status).toBe(200)
    expect(await subscribers(server)).toMatchObject([{ is_active: false }])
  }
  expect((await fetch(server.url + newsletterPaths.unsubscribe('x'), { method: 'POST' })).status).toBe(404)

  // A removed or bounced address is not offered the button to resubscribe.
  for (const reason of ['removed', 'bounced']) {
    await server.query('update newsletter_subscriptions set is_active = false, end_reason = $1', [reason])
    await server.send(own, { form: { action: 'return' } })
    const ended = await (await server.send(own)).text()
    expect(ended).toContain('sign up again')
    expect(ended).not.toContain('Subscribe Again')
    expect(await subscribers(server)).toMatchObject([{ is_active: false }])
  }
})

test('subscribers are found by the beginnings of the words of their address', async () => {
  const { server, cookie } = await startWithReaders(['ann.lee', 'bea', 'hannah'])
  const found = async (q: string) => {
    const response = await server.send(`/api/newsletter/subscribers?q=${encodeURIComponent(q)}&limit=2`, {
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
