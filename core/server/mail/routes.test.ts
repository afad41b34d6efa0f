import PostalMime from 'postal-mime'
import { expect, onTestFinished, test } from 'vitest'
import { guestPaths } from '../../../features/guests/contract/guest-paths.ts'
import { leadMail } from '../../../features/people/server/lead-notices.ts'
import { startFakeSmtp } from '../../../tests/fakes/fake-smtp.ts'
import { finishJobs } from '../../../tests/helpers/finish-jobs.ts'
import { startSignedIn, startTestServer, type TestServer } from '../../../tests/helpers/test-server.ts'
import type { OutboxEntry, OutboxMail } from '../../contract/outbox.ts'
import { paths } from '../../contract/paths.ts'
import { linkMark } from './encrypted-link.ts'
import { type OutgoingMail, queueMail, queueMails, testMail } from './outbox.ts'

const newMail = (values: Partial<OutgoingMail> = {}): OutgoingMail => ({
  kind: testMail,
  to: 'ann@example.org',
  subject: 'Hello',
  text: 'One line.',
  ...values,
})

async function list(server: TestServer, cookie: string, query = '') {
  const response = await server.send(`/api/outbox${query}`, { cookie })
  const { headers } = response
  const entries: OutboxEntry[] = await response.json()
  return { entries, total: headers.get('x-total-count'), link: headers.get('link') }
}

test('the outbox is listed newest first, page by page, searched and filtered', async () => {
  const { server, cookie } = await startSignedIn()
  const { db } = server.instance
  await queueMails(db, [
    ...Array.from({ length: 4 }, (_, number) => newMail({ subject: `Number ${number}` })),
    newMail({ to: 'bea_1@example.org', kind: leadMail, subject: '100% new' }),
  ])
  const first = await list(server, cookie, '?limit=2')
  expect(first.entries.map(({ subject }) => subject)).toEqual(['100% new', 'Number 3'])
  expect(first.total).toBe('5')
  const next = /<([^>]+)>/.exec(first.link ?? '')?.[1] ?? ''
  const second = (await (await server.send(next, { cookie })).json()) as OutboxEntry[]
  expect(second.map(({ subject }) => subject)).toEqual(['Number 2', 'Number 1'])
  const found = async (query: string) => (await list(server, cookie, query)).entries.length
  expect(await found('?q=BEA_')).toBe(1)
  expect(await found('?q=100%25%20NE')).toBe(1)
  expect(await found('?q=example.org%20numb')).toBe(4)
  expect(await found('?q=nobody')).toBe(0)
  expect(await found('?q=_')).toBe(5)
  expect(await found('?kind=lead')).toBe(1)
  expect(await found('?status=sent')).toBe(0)
  expect((await server.send('/api/outbox?status=lost', { cookie })).status).toBe(400)
})

test('an email of a feature that is gone stays in the list', async () => {
  const { server, cookie } = await startSignedIn()
  await queueMails(server.instance.db, [newMail({ kind: { ...testMail, name: 'poll' } })])
  expect((await list(server, cookie)).entries).toMatchObject([{ kind: 'poll', subject: 'Hello' }])
})

test('without a mail server a person takes the mail, with its link, as text or as a file, and says so', async () => {
  const { server, cookie } = await startSignedIn({ env: { MAIL_FROM: 'hello@everyday.test' } })
  const link = 'https://everyday.test/invite/secret'
  const id = await queueMail(server.instance.db, newMail({ text: `Here: ${linkMark}`, link }))
  expect((await list(server, cookie)).entries[0]).toMatchObject({ status: 'queued', nextAttemptAt: null })
  const mail: OutboxMail = await (await server.send(`/api/outbox/${id}`, { cookie })).json()
  expect(mail).toMatchObject({ text: `Here: ${link}`, link })
  const file = await server.send(paths.api.outboxFile(id), { cookie })
  expect(file.headers.get('content-type')).toBe('message/rfc822')
  expect(file.headers.get('content-disposition')).toBe(`attachment; filename="mail-${id}.eml"`)
  const parsed = await PostalMime.parse(await file.arrayBuffer())
  expect(parsed).toMatchObject({ subject: 'Hello', to: [{ address: 'ann@example.org' }] })
  expect(parsed.text).toContain(link)

  const handed = await server.send(`/api/outbox/${id}/handed-over`, { method: 'POST', cookie })
  expect(await handed.json()).toMatchObject({ status: 'handed_over', sentAt: expect.any(String) })
  expect((await server.send(`/api/outbox/${id}/handed-over`, { method: 'POST', cookie })).status).toBe(409)
  const again = await server.send(`/api/outbox/${id}/again`, { method: 'POST', cookie })
  expect(await again.json()).toMatchObject({ status: 'queued', sentAt: null })
  const other = await queueMail(server.instance.db, newMail())
  expect(await (await server.send(`/api/outbox/${other}`, { cookie })).json()).toMatchObject({
    link: null,
  })
  // A link that no longer works is not shown.
  await server.query(`update outbox_messages set status = 'withdrawn'`)
  expect(await (await server.send(`/api/outbox/${id}`, { cookie })).json()).toMatchObject({ link: null })
  expect((await server.send('/api/outbox/99', { cookie })).status).toBe(404)
  expect((await server.send('/api/outbox/99/again', { method: 'POST', cookie })).status).toBe(404)
})

test('a mail that failed is given to the mail server again', async () => {
  const fake = await startFakeSmtp()
  onTestFinished(() => fake.close())
  fake.next = ['unknown-address']
  const { server, cookie } = await startSignedIn({ env: { SMTP_URL: fake.url }, jobPause: 0.5 })
  const asked = await server.send('/api/outbox/test', { cookie, json: { to: 'ann@example.org' } })
  expect(asked.status).toBe(201)
  const { id }: OutboxMail = await asked.json()
  const state = async () => (await list(server, cookie)).entries[0]?.status
  await expect.poll(state).toBe('failed')
  expect(await (await server.send('/api/news', { cookie })).json()).toMatchObject({
    people: 0,
    failedMails: 1,
  })
  // The response may already show the next attempt, because the job does not wait for it.
  const again = await server.send(`/api/outbox/${id}/again`, { method: 'POST', cookie })
  expect(await again.json()).toMatchObject({ problem: null })
  await expect.poll(state).toBe('sent')
  expect((await list(server, cookie)).entries[0]).toMatchObject({ attempts: 1 })
  expect((await server.send(`/api/outbox/${id}/again`, { method: 'POST', cookie })).status).toBe(409)
  expect(fake.received[0]?.raw).toContain('Subject: Test email from Everyday AI')
})

test('what someone waits for and a person must send comes first, the most urgent on top', async () => {
  const fake = await startFakeSmtp()
  onTestFinished(() => fake.close())
  const byHand = await startTestServer()
  const sending = await startTestServer({ env: { SMTP_URL: fake.url } })
  for (const server of [byHand, sending])
    await server.query(
      `insert into outbox_messages (message_id, kind, recipient, subject, text, status, created_at) values
        ('a', 'lead', 'owner@example.org', 'Lead', 't', 'queued', now()),
        ('b', 'rights', 'ann@example.org', 'Older', 't', 'queued', '2026-11-01T07:15:00Z'),
        ('c', 'rights', 'bea@example.org', 'Newer', 't', 'failed', '2026-11-02T07:15:00Z'),
        ('d', 'rights', 'cy@example.org', 'Done', 't', 'sent', now()),
        ('e', 'rights', 'di@example.org', 'Over', 't', 'withdrawn', now())`,
    )
  const urgent = async (server: TestServer) =>
    (await list(server, await server.signIn(), '?urgent=1')).entries.map(({ subject, sendBy }) => [
      subject,
      sendBy,
    ])
  expect(await urgent(byHand)).toEqual([
    ['Older', '2026-12-01T07:15:00.000Z'],
    ['Newer', '2026-12-02T07:15:00.000Z'],
  ])
  // With a mail server, queued emails go out by themselves, so only failed ones are urgent.
  expect((await urgent(sending)).map(([subject]) => subject)).not.toContain('Older')
  expect((await urgent(sending)).map(([subject]) => subject)).toContain('Newer')
})

test('a test mail goes to one valid address', async () => {
  const { server, cookie } = await startSignedIn()
  for (const to of ['', 'ann', 'a@example.org,b@example.org', 'a@example.org\nBcc: b@example.org'])
    expect((await server.send('/api/outbox/test', { cookie, json: { to } })).status, to).toBe(400)
  expect(await server.query('select id from outbox_messages')).toEqual([])
})

test('settings of mails say what is configured, without the password', async () => {
  const { server, cookie } = await startSignedIn({
    env: { SMTP_URL: 'smtps://me:SECRET@mail.example.org:465', MAIL_FROM: 'hello@everyday.test' },
  })
  const read = async () => (await server.send('/api/settings/mail', { cookie })).text()
  expect(JSON.parse(await read())).toMatchObject({
    settings: { leadNotices: 'each' },
    server: 'mail.example.org:465',
    from: 'hello@everyday.test',
    notifyEmail: null,
  })
  const put = (json: unknown) => server.send('/api/settings/mail', { method: 'PUT', cookie, json })
  expect((await put({ leadNotices: 'never' })).status).toBe(400)
  expect((await put({ leadNotices: 'daily' })).status).toBe(200)
  expect(JSON.parse(await read()).settings).toEqual({ leadNotices: 'daily' })
  expect(await read()).not.toContain('SECRET')
})

test('what guests do is counted until the admin has looked, without a mail to anybody', async () => {
  const { server, cookie } = await startSignedIn({ jobPause: 0.5 })
  const news = async () => (await server.send('/api/news', { cookie })).json()
  const invite = async (suggestedTopic: string) => {
    const json = { email: 'jo@example.org', suggestedTopic }
    const { inviteUrl } = await (await server.send('/api/author/invite', { cookie, json })).json()
    return new URL(inviteUrl).pathname
  }
  const [first, second, third] = [await invite('One'), await invite('Two'), await invite('Three')]
  expect(await news()).toMatchObject({ guests: 0, guestsSeenAt: null })
  await server.send(first, { form: { answer: 'accept' } })
  await server.send(second, { form: { answer: 'decline' } })
  expect(await news()).toMatchObject({ guests: 2 })
  expect((await server.send('/api/news/guests', { method: 'POST', cookie })).status).toBe(200)
  const seen = await news()
  expect(seen).toMatchObject({ guests: 0, people: 0, guestsSeenAt: expect.any(String) })
  // A submitted text and a request for a lost link count as news again.
  await server.query(
    `update author_invites set status = 'submitted', submitted_at = now() where status = 'accepted'`,
  )
  await server.send(guestPaths.lostLink, { form: { email: 'jo@example.org' } })
  await finishJobs(server, 'lost-link')
  expect((await news()).guests).toBe(2)
  await server.send(third, { form: { answer: 'accept' } })
  expect((await news()).guests).toBe(2)
  const list = await (await server.send('/api/author/invites', { cookie })).json()
  const later = (time?: string) => time !== undefined && time > seen.guestsSeenAt
  expect(list.map(({ lastActAt }: { lastActAt?: string }) => later(lastActAt))).toEqual([true, false, true])
  expect(await server.query(`select id from outbox_messages where kind = 'editor'`)).toEqual([])
})

test('without a mail server every queued email counts, with one only those that failed', async () => {
  const { server, cookie } = await startSignedIn()
  const news = async (of: TestServer) => (await of.send('/api/news', { cookie })).json()
  expect(await news(server)).toMatchObject({ queuedMails: 0, failedMails: 0 })
  for (const status of ['queued', 'queued', 'failed', 'sent', 'handed_over', 'withdrawn'])
    await server.query('update outbox_messages set status = $1 where id = $2', [
      status,
      await queueMail(server.instance.db, newMail()),
    ])
  // This is how a copy of a paused newsletter issue is stored. It does not count as queued.
  await server.query(`update outbox_messages set next_attempt_at = '9999-01-01' where id = $1`, [
    await queueMail(server.instance.db, newMail()),
  ])
  expect(await news(server)).toMatchObject({ queuedMails: 2, failedMails: 1 })
  const sending = await startTestServer({
    env: { SMTP_URL: 'smtp://127.0.0.1:1' },
    connectionString: server.connectionString,
  })
  expect(await news(sending)).toMatchObject({ queuedMails: 0 })
})

test('what an editor has dealt with is no news, although the list was not opened', async () => {
  const { server, cookie } = await startSignedIn()
  const guests = async () => (await (await server.send('/api/news', { cookie })).json()).guests
  const json = { email: 'jo@example.org', suggestedTopic: 'One' }
  const { inviteUrl } = await (await server.send('/api/author/invite', { cookie, json })).json()
  await server.send(new URL(inviteUrl).pathname, { form: { answer: 'accept' } })
  const post = { title: 'A guest writes', content: '<p>Words.</p>' }
  const { id, version } = await (await server.send('/api/blog', { cookie, json: post })).json()
  await server.query(`update author_invites set status = 'submitted', submitted_at = now(), post_id = $1`, [
    id,
  ])
  expect(await guests()).toBe(1)
  await server.query(`update author_invites set status = 'changes_requested', submitted_at = null`)
  expect(await guests()).toBe(0)
  await server.query(`update author_invites set status = 'submitted', submitted_at = now()`)
  expect(await guests()).toBe(1)
  const published = await server.send('/api/blog', {
    cookie,
    json: { ...post, id, version, isPublished: true },
  })
  expect(published.status).toBe(200)
  expect(await guests()).toBe(0)
  await server.query('update author_invites set link_asked_at = now()')
  expect(await guests()).toBe(1)
})

test('people count until someone answers them, also for those who have opened the list', async () => {
  const { server, cookie } = await startSignedIn()
  const people = async () => (await (await server.send('/api/news', { cookie })).json()).people
  await server.send('/api/training-waitlist', { json: { name: 'Ann', email: 'ann@example.org' } })
  expect(await people()).toBe(1)
  await server.query(`update training_waitlist set status = 'contacted'`)
  expect(await people()).toBe(0)
  await server.send('/api/training-waitlist', { json: { name: 'Bea', email: 'bea@example.org' } })
  expect(await people()).toBe(1)
  expect((await server.send('/api/news/nothing', { method: 'POST', cookie })).status).toBe(400)
})
