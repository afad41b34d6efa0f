import { expect, onTestFinished, test } from 'vitest'
import { mailHooks } from '../../../app/features.ts'
import { readConfig } from '../../../core/config.ts'
import { createDelivery } from '../../../core/server/mail/delivery.ts'
import { mailLimits } from '../../../core/server/mail/mail-limits.ts'
import { startFakeSmtp } from '../../../tests/fakes/fake-smtp.ts'
import { createConnectionSource } from '../../connections/server/connection-source.ts'
import { createSiteSource } from '../../site/server/settings/site-source.ts'
import { allSections } from '../../site/testing/site-sections.ts'
import type { Subscriber } from '../contract/newsletter.ts'
import { newsletterPaths } from '../contract/newsletter-paths.ts'
import { startSending, startWithReaders, subscribers } from '../testing/newsletter.ts'
import { deliverNewsletters } from './issues.ts'

// Mail delivery calls the newsletter's hooks (features/newsletter/server/mail-hooks.ts), which update its issues, their copies (one email
// per subscriber), and the subscribers.

test('a person who unsubscribes gets none of the waiting emails, only the one that is being delivered', async () => {
  const { server, cookie, call, issues, mails, sendPost } = await startWithReaders(['ann', 'bob', 'cy', 'di'])
  await sendPost('One')
  expect((await mails()).map(({ status }) => status)).toEqual(Array(4).fill('queued'))
  await server.query(
    `update outbox_messages set attempts = 1, next_attempt_at = now() + interval '1 minute' where recipient like 'cy@%'`,
  )
  const [ann, bob, cy] = await subscribers(server)
  for (const person of [ann, cy])
    await server.send(newsletterPaths.unsubscribe(person?.token ?? ''), { method: 'POST', form: {} })
  const [row] = await server.query<{ id: number }>(
    'select id from newsletter_subscriptions where token = $1',
    [bob?.token],
  )
  await server.send(`/api/newsletter/subscribers/${row?.id ?? 0}`, { method: 'DELETE', cookie })
  expect((await mails()).map(({ name, status }) => [name, status])).toEqual([
    ['ann', 'withdrawn'],
    ['bob', 'withdrawn'],
    ['cy', 'queued'],
    ['di', 'queued'],
  ])
  expect(await issues()).toMatchObject([{ total: 4, leftOut: 2, queued: 2, byHand: true }])
  const di = (await mails()).find(({ name }) => name === 'di')
  expect((await call(`/api/outbox/${di?.id ?? 0}/handed-over`)).status).toBe(200)
  expect(await issues()).toMatchObject([{ queued: 1, sent: 1 }])
})

test('a newsletter that comes back from the mail server is held where its reader left or its issue was paused', async () => {
  const { server, call, issues, mails, sendPost } = await startWithReaders(['ann', 'bob'])
  const fake = await startFakeSmtp()
  onTestFinished(() => fake.close())
  const { db } = server.instance
  const config = readConfig({ SMTP_URL: fake.url }, '/nowhere')
  const siteSource = createSiteSource(db, config.site, allSections, () => {})
  const connections = createConnectionSource(db, config, () => {})
  const log = { info() {}, warn() {} }
  const delivery = createDelivery({ db, connections, siteSource, hooks: mailHooks, limits: mailLimits, log })
  onTestFinished(() => delivery.close())
  await sendPost('One')
  const [ann, bob] = await subscribers(server)
  const [issue] = await issues()
  fake.always = 'later'
  // Emails whose delivery has begun cannot be withdrawn, neither when the subscriber leaves nor when the issue pauses.
  const leaveAndPause = async () => {
    await expect.poll(() => server.query(underWay)).toHaveLength(2)
    await server.send(newsletterPaths.unsubscribe(ann?.token ?? ''), { method: 'POST', form: {} })
    await call(`/api/newsletter/issues/${issue?.id ?? 0}/pause`)
  }
  let departure: Promise<void> | undefined
  fake.onRecipient = () => {
    departure ??= leaveAndPause()
    return departure
  }
  await delivery.deliverBulk(deliverNewsletters, new AbortController().signal, async () => false)
  await departure
  expect(await mails()).toMatchObject([{ status: 'withdrawn' }, { status: 'queued' }])
  const due = `select id from outbox_messages where status = 'queued' and next_attempt_at < now() + interval '1 year'`
  expect(await server.query(due)).toEqual([])

  await server.query(`update outbox_messages set status = 'failed', attempts = 1`)
  const [toAnn, toBob] = await mails()
  expect((await call(`/api/outbox/${toAnn?.id ?? 0}/again`)).status).toBe(409)
  expect((await call(`/api/outbox/${toBob?.id ?? 0}/again`)).status).toBe(200)
  expect(await mails()).toMatchObject([{ status: 'withdrawn' }, { status: 'queued' }])
  expect(await server.query(due)).toEqual([])
  await call(`/api/newsletter/issues/${issue?.id ?? 0}/resume`)
  expect(await server.query(due)).toEqual([{ id: toBob?.id }])
  // An email to a bounced address stays failed and cannot be sent again.
  await server.query(`update outbox_messages set status = 'failed' where id = $1`, [toBob?.id])
  await server.query(
    `update newsletter_subscriptions set is_active = false, end_reason = 'bounced' where token = $1`,
    [bob?.token],
  )
  expect((await call(`/api/outbox/${toBob?.id ?? 0}/again`)).status).toBe(409)
  expect(await mails()).toMatchObject([{ status: 'withdrawn' }, { status: 'failed' }])
})

test('after ten refusals in a row an issue pauses, and resumed it goes to everyone, including refused addresses', async () => {
  const { fake, server, cookie, post } = await startSending(40)
  fake.always = 'unknown-address'
  const issues = async () => (await server.send('/api/newsletter/issues', { cookie })).json()
  await server.send('/api/newsletter/issues', { cookie, json: { postId: post.id } })
  await expect.poll(async () => (await issues())[0]).toMatchObject({ isRefused: true })
  // Wait for the emails whose delivery had begun before the pause.
  await expect.poll(() => server.query(underWay)).toEqual([])
  const [paused] = await issues()
  expect(paused.failed).toBeLessThan(15)
  const bounced = async () => (await subscribers(server)).filter(({ end_reason }) => end_reason === 'bounced')
  expect(await bounced()).toHaveLength(9)
  // Add three earlier copies. "old" was refused before "had" was delivered, so the address of "old" was the problem and
  // not our server. There was no attempt to deliver "aside".
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
  expect(
    (await server.send(`/api/newsletter/issues/${paused.id}/resume`, { method: 'POST', cookie })).status,
  ).toBe(200)
  await expect.poll(() => fake.received.length).toBe(40)
  await expect
    .poll(async () => (await issues())[0])
    .toMatchObject({ isRefused: false, pausedAt: null, sent: 41, failed: 2, queued: 0 })
  expect(new Set(fake.received.map(({ to }) => to[0])).size).toBe(40)
  expect((await bounced()).map(({ email }) => email)).toEqual(['old@example.org'])
  // An admin can reactivate a bounced address, but no other one.
  const list = await (await server.send('/api/newsletter/subscribers', { cookie })).json()
  const again = (find: (row: Subscriber) => boolean) =>
    server.send(`/api/newsletter/subscribers/${list.find(find).id}/again`, { method: 'POST', cookie })
  expect((await again(({ endReason }) => endReason === 'bounced')).status).toBe(204)
  expect((await again(({ isActive }) => isActive)).status).toBe(404)
  expect(await bounced()).toEqual([])
})

const underWay = `select id from outbox_messages
  where status = 'queued' and attempts > 0 and problem is null and next_attempt_at > now()`
