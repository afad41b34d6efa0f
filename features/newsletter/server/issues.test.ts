import PostalMime from 'postal-mime'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { enqueue } from '../../../core/server/jobs/queue.ts'
import { mailLimits } from '../../../core/server/mail/mail-limits.ts'
import { queueMail, retryWaitingMails, testMail } from '../../../core/server/mail/outbox.ts'
import { startFakeSmtp } from '../../../tests/fakes/fake-smtp.ts'
import { finishJobs } from '../../../tests/helpers/finish-jobs.ts'
import { startSignedIn } from '../../../tests/helpers/test-server.ts'
import { addMedia } from '../../media/server/media.ts'
import { postPaths } from '../../posts/contract/post-paths.ts'
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
})

test('a newsletter is refused in plain words without a postal address, a public post or a reader', async () => {
  const { server, cookie } = await startSignedIn()
  const post = await publish(server, cookie)
  const draft = await publish(server, cookie, { isPublished: false, title: 'Not yet' })
  const start = async (postId: number) =>
    (await server.send('/api/newsletter/issues', { cookie, json: { postId } })).json()
  expect(await start(post.id)).toMatchObject({
    status: 422,
    code: 'no-postal-address',
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
})

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
})

test('an issue has a subject, a first line, and words of its own, and the picture of its post', async () => {
  const { server, cookie, call, issues, mails } = await startWithReaders(['ann'])
  await server.query(`update users set display_name = 'Grace Lee'`)
  const bytes = await sharp({ create: { width: 1000, height: 500, channels: 3, background: '#357' } })
    .png()
    .toBuffer()
  const { db, media } = server.instance
  const added = await addMedia(db, media, { bytes, alt: 'Loaves on a table', originalName: 'a.png' }, null)
  if (added.outcome !== 'added') throw new Error(added.detail)
  const { src } = added.item
  const post = await publish(server, cookie, { imageUrl: src, excerpt: 'How to knead.' })
  const preview = async (json: object) => (await call('/api/newsletter/preview', json)).json()
  const plain = await preview({ postId: post.id })
  expect(plain).toMatchObject({ subject: 'Bread and data', recipients: 1 })
  expect(plain.html).toContain('<div class="first-line">How to knead.</div>')
  expect(plain.html).toMatch(
    /<img [^>]*src="http:\/\/everyday\.test\/media\/[^"]+\.jpg"[^>]* alt="Loaves on a table"/,
  )
  // The email names the same author as the page, and not the user who wrote it.
  expect(plain.html).toContain('By <!-- -->Admin')
  expect(await (await server.send(postPaths.post(post.slug))).text()).toContain('<b>Admin</b>')
  expect(plain.text).not.toContain('How to knead.')
  const own = { subject: ' Fresh\nbread ', firstLine: 'Warm.', words: 'Dear all,\n\nsee https://bread.test.' }
  const json = { postId: post.id, ...own }
  const changed = await preview(json)
  expect(changed.subject).toBe('Fresh bread')
  expect(changed.html).toContain('<div class="first-line">Warm.</div>')
  expect(changed.html).toContain('<a href="https://bread.test">https://bread.test</a>')
  expect(changed.text.indexOf('Dear all,')).toBeLessThan(changed.text.indexOf('Knead it well.'))
  expect((await call('/api/newsletter/issues', json)).status).toBe(201)
  await expect.poll(mails).toHaveLength(1)
  expect(await issues()).toMatchObject([{ subject: 'Fresh bread', startsAt: null, total: 1 }])
})

test('words go out without a post, once; a draft that is not saved can be previewed and tested', async () => {
  const { server, call, issues, mails } = await startWithReaders(['ann'])
  const start = async (json: object) => (await call('/api/newsletter/issues', json)).json()
  expect(await start({ words: 'See you.' })).toMatchObject({ status: 422, detail: 'Write a subject.' })
  expect(await start({ subject: 'Closed' })).toMatchObject({
    status: 422,
    detail: 'Write the words of the issue.',
  })
  const twice = await Promise.all(
    [1, 2].map(() => call('/api/newsletter/issues', { subject: 'Closed', words: 'See you.' })),
  )
  expect(twice.map(({ status }) => status).sort()).toEqual([201, 422])
  await expect.poll(mails).toHaveLength(1)
  expect(await issues()).toMatchObject([{ subject: 'Closed', total: 1 }])

  const post = { title: 'Not yet', content: '<p>Half a loaf.</p>' }
  const preview = await (await call('/api/newsletter/preview', { post })).json()
  expect(preview).toMatchObject({ subject: 'Not yet', text: expect.stringContaining('Half a loaf.') })
  expect((await call('/api/newsletter/test', { post, to: 'me@example.org' })).status).toBe(201)
  expect(await server.query('select id from blog_posts')).toEqual([])
})

test('a scheduled issue goes out at its time with the post as it is then, and only if that is public', async () => {
  const { server, cookie, call, issues, mails } = await startWithReaders(['ann'])
  const soon = new Date(Date.now() + 3_600_000).toISOString()
  const post = await publish(server, cookie, { publishedAt: soon })
  const start = (startsAt?: string) => call('/api/newsletter/issues', { postId: post.id, startsAt })
  expect((await start()).status).toBe(422)
  expect(await (await start(new Date(Date.now() + 60_000).toISOString())).json()).toMatchObject({
    detail: 'The post isn’t public yet at that time. Choose a later time.',
  })
  const twice = await Promise.all([start(soon), start(soon)])
  expect(twice.map(({ status }) => status).sort()).toEqual([201, 422])
  const [{ id } = { id: 0 }] = await issues()
  expect(await issues()).toMatchObject([{ startsAt: soon, total: 0, pausedAt: null }])
  await enqueue(server.instance.db, deliverNewsletters, {})
  await finishJobs(server, 'send-newsletter')
  expect(await mails()).toEqual([])

  const due = async () => {
    await server.query(`update newsletter_issues set starts_at = now() - interval '1 minute'`)
    await enqueue(server.instance.db, deliverNewsletters, {})
    await finishJobs(server, 'send-newsletter')
  }
  await due()
  expect(await issues()).toMatchObject([{ pausedAt: expect.any(String), startsAt: expect.any(String) }])
  const resume = () => call(`/api/newsletter/issues/${id}/resume`)
  expect((await resume()).status).toBe(422)
  await server.query(
    `update blog_posts set published_at = now() - interval '1 minute', title = 'Bread, at last'`,
  )
  expect((await resume()).status).toBe(200)
  await expect.poll(mails).toHaveLength(1)
  expect(await issues()).toMatchObject([{ subject: 'Bread, at last', startsAt: null, total: 1 }])
  expect((await server.send(`/api/newsletter/issues/${id}`, { method: 'DELETE', cookie })).status).toBe(409)
})

test('a scheduled issue can be canceled, and does not become words of its own if its post is deleted', async () => {
  const { server, cookie, call, issues, mails } = await startWithReaders(['ann'])
  const post = await publish(server, cookie)
  const startsAt = new Date(Date.now() + 3_600_000).toISOString()
  const json = { postId: post.id, subject: 'Bread', words: 'Dear all', startsAt }
  for (const _ of [1, 2]) {
    expect((await call('/api/newsletter/issues', json)).status).toBe(201)
    const [{ id } = { id: 0 }] = await issues()
    const canceled = await server.send(`/api/newsletter/issues/${id}`, { method: 'DELETE', cookie })
    expect(await canceled.json()).toEqual([])
  }
  await call('/api/newsletter/issues', json)
  await server.query('delete from blog_posts')
  await server.query(`update newsletter_issues set starts_at = now()`)
  await enqueue(server.instance.db, deliverNewsletters, {})
  await finishJobs(server, 'send-newsletter')
  expect(await mails()).toEqual([])
  expect(await issues()).toMatchObject([{ pausedAt: expect.any(String) }])
})
