import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { features, jobPlans } from '../../../app/features.ts'
import { paths } from '../../../core/contract/paths.ts'
import { openClient } from '../../../core/server/db/connect.ts'
import { prepareJobs } from '../../../core/server/jobs/prepare-database.ts'
import { postPaths } from '../../posts/contract/post-paths.ts'
import { eraseNow } from '../../privacy/server/erase.ts'
import { readTraces } from '../../privacy/server/traces.ts'
import { newsletterPaths } from '../contract/newsletter-paths.ts'
import { newsletter } from '../feature.ts'
import { startSending, subscribers } from '../testing/newsletter.ts'
import { deliverNewsletters } from './issues.ts'

// Slow: twice, no email may leave in the time in which the worker checks for jobs three times.
test('switched off, the newsletter answers only on links in emails, keeps its data, and sends nothing until an issue is resumed', async () => {
  const { fake, server, cookie, post } = await startSending(100)
  fake.pause = 50
  const read = async (path: string) => (await server.send(path, { cookie })).json()
  const setOn = (isOn: boolean, name = 'newsletter') =>
    server.send(`/api/settings/features/${name}`, { method: 'PUT', cookie, json: { isOn } })
  const ofNewsletter = (table: string) =>
    server.query(`select name from pgboss.${table} where name = $1`, [deliverNewsletters.name])
  await server.send('/api/newsletter/issues', { cookie, json: { postId: post.id } })
  await expect.poll(() => fake.received.length).toBeGreaterThan(10)
  expect(await read('/api/settings/features')).toContainEqual(
    expect.objectContaining({ name: 'newsletter', isOn: true, open: ['1 unfinished newsletter'] }),
  )

  expect((await setOn(false, 'posts')).status).toBe(404)
  expect(await (await setOn(false)).json()).toContainEqual(
    expect.objectContaining({ name: 'newsletter', isOn: false }),
  )
  expect((await setOn(false)).status).toBe(200)
  // The server learns of it from a notification.
  await expect.poll(async () => (await server.send('/api/newsletter/issues', { cookie })).status).toBe(404)
  // Emails that are being delivered cannot be held. The others are held.
  await expect
    .poll(() =>
      server.query(`select from outbox_messages where status = 'queued' and next_attempt_at < '9999-01-01'`),
    )
    .toEqual([])
  const sent = fake.received.length
  await sleep(1600)
  expect(fake.received.length).toBe(sent)
  expect(sent).toBeLessThan(100)
  expect(await ofNewsletter('schedule')).toEqual([])
  expect(
    await server.query(`select from pgboss.job where name = $1 and state < 'active'`, [
      deliverNewsletters.name,
    ]),
  ).toEqual([])

  for (const path of [newsletterPaths.page, newsletterPaths.admin, '/api/newsletter/issues'])
    expect((await server.send(path, { cookie })).status, path).toBe(404)
  expect((await server.send(newsletterPaths.page, { form: { email: 'new@example.org' } })).status).toBe(404)
  for (const path of [paths.home, postPaths.blog, '/sitemap.xml', '/llms.txt', `/blog/${post.slug}`])
    expect(await (await server.send(path)).text(), path).not.toContain(newsletterPaths.page)
  const [first, second] = await subscribers(server)
  expect((await server.send(newsletterPaths.manage(first?.token ?? ''))).status).toBe(200)
  const oneClick = { method: 'POST', form: { 'List-Unsubscribe': 'One-Click' } }
  expect((await server.send(newsletterPaths.unsubscribe(second?.token ?? ''), oneClick)).status).toBe(200)
  expect((await subscribers(server))[1]).toMatchObject({ is_active: false })

  // People still get their data and can delete it, and exports have the rest.
  const third = 'p3@example.org'
  const { db } = server.instance
  const findTraces = async () =>
    (await readTraces(db, features, third)).flatMap(({ kind, traces }) => traces.map(() => kind))
  expect(await findTraces()).toContain('newsletter')
  await db.transaction((tx) => eraseNow(tx, features, third, 'visitor'))
  expect(await findTraces()).toEqual([])
  const [exported] = newsletter.exportTables
  const rows: string[][] = []
  for await (const row of exported?.read(db) ?? []) rows.push(row)
  // With the headings
  expect(rows).toHaveLength(100)

  // The next start of the server does not schedule it again.
  const client = await openClient(server.connectionString, 'test')
  await prepareJobs(client, jobPlans)
  await client.end()
  expect(await ofNewsletter('schedule')).toEqual([])

  await setOn(true)
  await expect.poll(async () => (await server.send('/api/newsletter/issues', { cookie })).status).toBe(200)
  expect(await ofNewsletter('schedule')).toHaveLength(1)
  expect((await server.send(newsletterPaths.page)).status).toBe(200)
  expect(await (await server.send('/sitemap.xml')).text()).toContain(newsletterPaths.page)
  expect(await (await server.send(paths.home)).text()).toContain(`action="${newsletterPaths.page}"`)
  await sleep(1600)
  expect(fake.received.length).toBe(sent)
  const [issue] = await read('/api/newsletter/issues')
  await server.send(`/api/newsletter/issues/${issue.id}/resume`, { method: 'POST', cookie })
  // Of 100, one has unsubscribed and one was deleted, perhaps after their emails.
  await expect.poll(() => fake.received.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(98)
  expect(new Set(fake.received.map(({ to }) => to[0])).size).toBe(fake.received.length)
})
