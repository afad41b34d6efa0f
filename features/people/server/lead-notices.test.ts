import { expect, test } from 'vitest'
import { enqueue } from '../../../core/server/jobs/queue.ts'
import { startTestServer, type TestServer } from '../../../tests/helpers/test-server.ts'
import { leadNoticesJob, queueLeadNotice } from './lead-notices.ts'

// A lead notice tells the owner by email about a new entry (a submitted waitlist or contact form).

const join = (server: TestServer, values: Record<string, string> = {}) =>
  server.send('/api/training-waitlist', {
    json: { name: 'Ann <b>Baker</b>', email: 'ann@example.org', message: 'Two\nlines', ...values },
  })
const outbox = (server: TestServer) =>
  server.query<{ recipient: string; subject: string; text: string; html: string; about: string[] }>(
    `select recipient, subject, text, html, about from outbox_messages where kind = 'lead' order by id`,
  )
const waiting = async (server: TestServer) => (await server.query('select id from lead_notices')).length
const settled = (server: TestServer) =>
  expect
    .poll(() => server.query(`select 1 from pgboss.job where name = 'lead-notices' and state <> 'completed'`))
    .toEqual([])

/** Like `settled`, but ignores a job that is scheduled for later */
const settledButLater = (server: TestServer) =>
  expect
    .poll(() =>
      server.query(
        `select 1 from pgboss.job where name = 'lead-notices' and state <> 'completed' and start_after <= now()`,
      ),
    )
    .toEqual([])

test('the owner gets one email for each entry, with its answers escaped, and none for spam', async () => {
  const server = await startTestServer({ env: { NOTIFY_EMAIL: 'owner@example.org' }, jobPause: 0.5 })
  await join(server)
  await join(server)
  await join(server, { name: 'Bot', website: 'https://spam.example' })
  await expect.poll(() => outbox(server)).toHaveLength(1)
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

test('the settings of the admin apply; without an address no notices are stored', async () => {
  const server = await startTestServer({ jobPause: 0.5 })
  await join(server)
  await settled(server)
  expect(await waiting(server)).toBe(0)
  await server.query(`insert into settings values ('organisation', '{"notifyEmail":"set@example.org"}')`)
  await join(server, { name: 'Bea' })
  await expect.poll(() => outbox(server)).toMatchObject([{ recipient: 'set@example.org' }])
})

test('once a day: one email in the morning for all entries since the last one', async () => {
  const server = await startTestServer({ env: { NOTIFY_EMAIL: 'owner@example.org' }, jobPause: 0.5 })
  await server.query(`insert into settings values ('mail', '{"leadNotices":"daily"}')`)
  await join(server)
  await join(server, { name: 'Bea' })
  await settled(server)
  expect(await outbox(server)).toEqual([])
  expect(await waiting(server)).toBe(2)
  await server.query(`update lead_notices set created_at = now() - interval '25 hours'`)
  await enqueue(server.instance.db, leadNoticesJob, {})
  await expect.poll(() => outbox(server)).toMatchObject([{ subject: '2 new entries' }])
  const [mail] = await outbox(server)
  expect(mail?.text).toContain('Bea joined the training waitlist')
  expect(await waiting(server)).toBe(0)
})

/** Adds simultaneous entries, each from a different person. */
const arrive = (server: TestServer, from: number, count: number) =>
  server.instance.db.transaction(async (tx) => {
    for (let number = from; number < from + count; number++)
      await queueLeadNotice(tx, {
        email: `p${number}@example.org`,
        title: `Person ${number} joined the training waitlist`,
        answers: [['Name', `Person ${number}`]],
      })
  })
const passTenMinutes = async (server: TestServer) => {
  await server.query(`update outbox_messages set created_at = created_at - interval '10 minutes'`)
  await server.query(`update lead_notices set created_at = created_at - interval '10 minutes'`)
  await enqueue(server.instance.db, leadNoticesJob, {})
}

// Slow: jobs run every half second, and some steps wait for a run that must send nothing.
test('more than ten entries in ten minutes are one email, and no entry is lost', async () => {
  const server = await startTestServer({ env: { NOTIFY_EMAIL: 'owner@example.org' }, jobPause: 0.5 })
  const subjects = async () => (await outbox(server)).map(({ subject }) => subject)
  await arrive(server, 1, 10)
  await expect.poll(subjects).toHaveLength(10)
  expect(await waiting(server)).toBe(0)

  // The notice of the eleventh entry waits, and so do all later ones.
  await arrive(server, 11, 1)
  await settledButLater(server)
  await arrive(server, 12, 11)
  await settledButLater(server)
  expect(await subjects()).toHaveLength(10)
  expect(await waiting(server)).toBe(12)

  await passTenMinutes(server)
  await expect.poll(subjects).toHaveLength(11)
  expect((await subjects()).at(-1)).toBe('12 new entries')
  const [digest] = (await outbox(server)).slice(-1)
  for (let number = 11; number <= 22; number++) expect(digest?.text).toContain(`Person ${number} joined`)
  expect(digest?.about).toHaveLength(12)

  // Within ten minutes of the digest, entries still wait. After that, each gets its own email again.
  await arrive(server, 23, 1)
  await settledButLater(server)
  expect(await waiting(server)).toBe(1)
  await passTenMinutes(server)
  await expect.poll(subjects).toHaveLength(12)
  expect((await subjects()).at(-1)).toBe('Person 23 joined the training waitlist')
  expect(await waiting(server)).toBe(0)
})

test('many entries that waited for a server are one email at once', async () => {
  const server = await startTestServer({ env: { NOTIFY_EMAIL: 'owner@example.org' }, jobPause: 0.5 })
  await arrive(server, 1, 11)
  await expect
    .poll(() => outbox(server))
    .toMatchObject([{ recipient: 'owner@example.org', subject: '11 new entries' }])
  expect(await waiting(server)).toBe(0)
})
