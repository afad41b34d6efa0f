import PostalMime from 'postal-mime'
import { expect, onTestFinished, test } from 'vitest'
import { enqueue } from '../../../core/server/jobs/queue.ts'
import { mailLimits } from '../../../core/server/mail/mail-limits.ts'
import { queueMail, retryWaitingMails, testMail } from '../../../core/server/mail/outbox.ts'
import { startFakeSmtp } from '../../../tests/fakes/fake-smtp.ts'
import { finishJobs } from '../../../tests/helpers/finish-jobs.ts'
import { startSignedIn } from '../../../tests/helpers/test-server.ts'
import { newsletterPaths } from '../contract/newsletter-paths.ts'
import { publish, startSending, startWithReaders, subscribers } from '../testing/newsletter.ts'
import { sumUpIssues } from './issue-list.ts'
import { deliverNewsletters } from './issues.ts'

// An issue is one sending of the newsletter: a published post that each subscriber receives as a copy, which is one
// email in the outbox.

test('a published post goes to each subscriber once, with their own links; a dead address is not used again', async () => {
  const { fake, server, cookie, post } = await startSending(120)
  await server.query(`update newsletter_subscriptions set is_active = false where email like 'p3@%'`)
  const call = (path: string, json: unknown) => server.send(path, { cookie, json })
  const preview = await (await call('/api/newsletter/preview', { postId: post.id })).json()
  expect(preview).toMatchObject({ subject: 'Bread and data', recipients: 119 })
  expect(preview.text).toContain('1 Main St')
  fake.next = ['unknown-address']
  const twice = await Promise.all([1, 2].map(() => call('/api/newsletter/issues', { postId: post.id })))
  expect(twice.map(({ status }) => status).sort()).toEqual([201, 422])
  await expect.poll(() => fake.received.length).toBe(118)
  const mails = await Promise.all(fake.received.map(({ raw }) => PostalMime.parse(raw)))
  expect(new Set(mails.map((mail) => mail.to?.[0]?.address)).size).toBe(118)
  const rows = await subscribers(server)
  for (const mail of mails.slice(0, 5)) {
    const token = rows.find(({ email }) => email === mail.to?.[0]?.address)?.token ?? 'none'
    const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value
    expect(header('list-unsubscribe')).toBe(`<http://everyday.test${newsletterPaths.unsubscribe(token)}>`)
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(mail.text).toContain(newsletterPaths.manage(token))
    expect(mail.html).toContain('<p>Knead it well.</p>')
  }
  expect(rows.filter(({ end_reason }) => end_reason === 'bounced')).toHaveLength(1)
  await expect
    .poll(async () => (await (await server.send('/api/newsletter/issues', { cookie })).json())[0])
    .toMatchObject({
      total: 119,
      waiting: 0,
      queued: 0,
      sent: 118,
      failed: 1,
      finishedAt: expect.any(String),
    })
})

// Slow: each of the 150 emails takes 50 ms, and no email may leave during two more seconds.
test('paused no mail leaves; resumed the rest does, each once', async () => {
  const { fake, server, cookie, post } = await startSending(150)
  fake.pause = 50
  await server.send('/api/newsletter/issues', { cookie, json: { postId: post.id } })
  await expect.poll(() => fake.received.length).toBeGreaterThan(10)
  const [issue] = await (await server.send('/api/newsletter/issues', { cookie })).json()
  expect(
    (await server.send(`/api/newsletter/issues/${issue.id}/pause`, { method: 'POST', cookie })).status,
  ).toBe(200)
  await new Promise((resolve) => setTimeout(resolve, 500))
  const paused = fake.received.length
  // In this time, the worker checks for jobs three times.
  await new Promise((resolve) => setTimeout(resolve, 1600))
  expect(fake.received.length).toBe(paused)
  expect(paused).toBeLessThan(150)
  await server.send(`/api/newsletter/issues/${issue.id}/resume`, { method: 'POST', cookie })
  await expect.poll(() => fake.received.length).toBe(150)
  expect(new Set(fake.received.map(({ to }) => to[0])).size).toBe(150)
}, 60_000)

test('a newsletter is refused in plain words without a postal address, a public post or a reader', async () => {
  const { server, cookie } = await startSignedIn()
  const post = await publish(server, cookie)
  const draft = await publish(server, cookie, { isPublished: false, title: 'Not yet' })
  const start = async (postId: number) =>
    (await server.send('/api/newsletter/issues', { cookie, json: { postId } })).json()
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

test('a post goes again only to those who have not had it, and the preview says so', async () => {
  const { server, call, issues, mails, sendPost } = await startWithReaders(['ann', 'bob'])
  const post = await sendPost('One')
  const preview = async () => (await call('/api/newsletter/preview', { postId: post.id })).json()
  expect(await preview()).toMatchObject({ recipients: 0, waiting: 2, had: 0, lastSentAt: null })
  const tooSoon = await (await call('/api/newsletter/issues', { postId: post.id })).json()
  expect(tooSoon).toMatchObject({ status: 422, detail: expect.stringContaining('waiting in the Outbox') })
  for (const { id } of await mails()) await call(`/api/outbox/${id}/handed-over`)
  await server.query(`update outbox_messages set sent_at = '2026-01-05T12:00:00Z'`)
  expect(await preview()).toMatchObject({
    recipients: 0,
    waiting: 0,
    had: 2,
    lastSentAt: '2026-01-05T12:00:00.000Z',
    byHand: true,
  })
  const again = await (await call('/api/newsletter/issues', { postId: post.id })).json()
  expect(again).toMatchObject({ status: 422, detail: expect.stringContaining('has already had this post') })
  await server.query(`insert into newsletter_subscriptions (email) values ('new@example.org')`)
  expect(await preview()).toMatchObject({ recipients: 1, had: 2 })
  await call('/api/newsletter/issues', { postId: post.id })
  await expect.poll(async () => (await mails()).map(({ name }) => name)).toEqual(['ann', 'bob', 'new'])
  expect((await issues()).map(({ total }) => total)).toEqual([1, 2])
})

test('who wants one mail a month gets one, also of two issues that are started together', async () => {
  const { server, cookie, call, mails } = await startWithReaders(['ann', 'bob'])
  await server.query(`update newsletter_subscriptions set frequency = 'monthly' where email like 'ann%'`)
  // The copies of the first issue are planned, but the emails are not written yet.
  const first = await publish(server, cookie, { title: 'One' })
  await server.query(
    `insert into newsletter_issues (post_id, subject, text, html, started_by, paused_at) values ($1, 's', 't', 'h', 'Ann', now())`,
    [first.id],
  )
  await server.query(
    'insert into newsletter_copies (issue_id, subscription_id) select i.id, s.id from newsletter_issues i, newsletter_subscriptions s',
  )
  const previewOf = async (postId: number) => (await call('/api/newsletter/preview', { postId })).json()
  expect(await previewOf(first.id)).toMatchObject({ recipients: 0, waiting: 2, had: 0, lastSentAt: null })
  const second = await publish(server, cookie, { title: 'Two' })
  await call('/api/newsletter/issues', { postId: second.id })
  await expect.poll(async () => (await mails()).map(({ name }) => name)).toEqual(['bob'])
  expect(await previewOf(second.id)).toMatchObject({ recipients: 0 })
})

test('an issue that is over keeps its sums until a mail of it changes', async () => {
  const { server, call, issues, mails, sendPost } = await startWithReaders(['ann', 'bob'])
  await sendPost('One')
  const sums = async () => (await server.query('select sums from newsletter_issues'))[0]?.sums
  await sumUpIssues(server.instance.db)
  expect(await sums()).toBeNull()
  const [ann, bob] = await mails()
  await call(`/api/outbox/${ann?.id ?? 0}/handed-over`)
  await server.query(`update outbox_messages set status = 'failed' where id = $1`, [bob?.id])
  await sumUpIssues(server.instance.db)
  const over = { total: 2, sent: 1, failed: 1, leftOut: 0 }
  expect(await sums()).toEqual(over)
  expect(await issues()).toMatchObject([{ ...over, waiting: 0, queued: 0 }])
  await call(`/api/outbox/${bob?.id ?? 0}/handed-over`)
  expect(await issues()).toMatchObject([{ sent: 2, failed: 0 }])
})

test('other emails do not wait for a newsletter', async () => {
  const { fake, server, cookie, post } = await startSending(400)
  fake.pause = 200
  await server.send('/api/newsletter/issues', { cookie, json: { postId: post.id } })
  await expect.poll(() => fake.received.length).toBeGreaterThan(20)
  await queueMail(server.instance.db, {
    kind: testMail,
    to: 'ann@example.org',
    subject: 'Hello',
    text: 'Now',
  })
  const queuedAt = performance.now()
  await expect.poll(() => fake.received.some(({ to }) => to[0] === 'ann@example.org')).toBe(true)
  expect(performance.now() - queuedAt).toBeLessThan(5000)
  expect(fake.received.length).toBeLessThan(350)
}, 60_000)

test('while the mail server is away, only the copies that wait in the outbox are written', async () => {
  const fake = await startFakeSmtp()
  onTestFinished(() => fake.close())
  fake.always = 'busy-banner'
  const { server, cookie, post } = await startSending(mailLimits.refill + 100, fake)
  await server.send('/api/newsletter/issues', { cookie, json: { postId: post.id } })
  const written = () => server.query('select id from outbox_messages')
  await expect.poll(async () => (await written()).length).toBe(mailLimits.refill)
  await expect.poll(() => server.query('select id from outbox_messages where attempts > 0')).not.toEqual([])
  await enqueue(server.instance.db, deliverNewsletters, {})
  await finishJobs(server, 'send-newsletter')
  expect(await written()).toHaveLength(mailLimits.refill)
  fake.always = 'none'
  await retryWaitingMails(server.instance.db, { newsletter: { bulkJob: deliverNewsletters } })
  await expect.poll(() => fake.received.length, { timeout: 30_000 }).toBe(mailLimits.refill + 100)
  expect(new Set(fake.received.map(({ to }) => to[0])).size).toBe(mailLimits.refill + 100)
}, 60_000)
