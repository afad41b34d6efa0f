import { expect, test } from 'vitest'
import { paths } from '../../contracts/paths.ts'
import { startTestServer, type TestServer } from '../../tests/helpers/test-server.ts'
import { enqueue } from '../jobs/queue.ts'

const join = (server: TestServer, values: Record<string, string> = {}) =>
  server.send(paths.api.trainingWaitlist, {
    json: { name: 'Ann <b>Baker</b>', email: 'ann@example.org', message: 'Two\nlines', ...values },
  })
const outbox = (server: TestServer) =>
  server.query<{ recipient: string; subject: string; text: string; html: string; about: string[] }>(
    `select recipient, subject, text, html, about from outbox_messages where kind = 'lead' order by id`,
  )
const waiting = async (server: TestServer) => (await server.query('select id from lead_notices')).length
const settled = (server: TestServer) =>
  expect
    .poll(
      () => server.query(`select 1 from pgboss.job where name = 'lead-notices' and state <> 'completed'`),
      { timeout: 10_000 },
    )
    .toEqual([])

test('the owner gets one mail for each entry, with what was written, escaped; none for a machine', async () => {
  const server = await startTestServer({ env: { NOTIFY_EMAIL: 'owner@example.org' }, jobPause: 0.5 })
  await join(server)
  await join(server)
  await join(server, { name: 'Bot', website: 'https://spam.example' })
  await expect.poll(() => outbox(server), { timeout: 10_000 }).toHaveLength(1)
  await settled(server)
  const [mail, ...others] = await outbox(server)
  expect(others).toEqual([])
  expect(mail).toMatchObject({
    recipient: 'owner@example.org',
    subject: 'Ann <b>Baker</b> joined the training waitlist',
    about: ['ann@example.org'],
  })
  expect(mail?.text).toContain('> Two\n> lines')
  expect(mail?.html).toContain('Ann &lt;b&gt;Baker&lt;/b&gt;')
  expect(mail?.html).not.toContain('<b>')
  expect(mail?.text).not.toContain('Phone')
  expect(await waiting(server)).toBe(0)
})

test('what the owner set in the admin counts; without an address nothing is kept', async () => {
  const server = await startTestServer({ jobPause: 0.5 })
  await join(server)
  await settled(server)
  expect(await waiting(server)).toBe(0)
  await server.query(`insert into settings values ('organisation', '{"notifyEmail":"set@example.org"}')`)
  await join(server, { name: 'Bea' })
  await expect
    .poll(() => outbox(server), { timeout: 10_000 })
    .toMatchObject([{ recipient: 'set@example.org' }])
})

test('once a day: one mail in the morning for all since the last one', async () => {
  const server = await startTestServer({ env: { NOTIFY_EMAIL: 'owner@example.org' }, jobPause: 0.5 })
  await server.query(`insert into settings values ('mail', '{"leadNotices":"daily"}')`)
  await join(server)
  await join(server, { name: 'Bea' })
  await settled(server)
  expect(await outbox(server)).toEqual([])
  expect(await waiting(server)).toBe(2)
  await server.query(`update lead_notices set created_at = now() - interval '25 hours'`)
  await enqueue(server.instance.db, 'lead-notices', {})
  await expect.poll(() => outbox(server), { timeout: 10_000 }).toMatchObject([{ subject: '2 new entries' }])
  const [mail] = await outbox(server)
  expect(mail?.text).toContain('Bea joined the training waitlist')
  expect(await waiting(server)).toBe(0)
})
