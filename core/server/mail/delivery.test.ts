import { pino } from 'pino'
import PostalMime from 'postal-mime'
import { expect, inject, onTestFinished, test } from 'vitest'
import { mailHooks } from '../../../app/features.ts'
import { createConnectionSource } from '../../../features/connections/server/connection-source.ts'
import { createSiteSource } from '../../../features/site/server/settings/site-source.ts'
import { allSections } from '../../../features/site/testing/site-sections.ts'
import { type FakeSmtp, type SmtpFault, startFakeSmtp } from '../../../tests/fakes/fake-smtp.ts'
import { createQueryPool, launchServer } from '../../../tests/helpers/launch-server.ts'
import { createTestDatabase } from '../../../tests/helpers/test-database.ts'
import { borrowTestDatabase, startTestServer, type TestServer } from '../../../tests/helpers/test-server.ts'
import { readConfig } from '../../config.ts'
import { connect } from '../db/connect.ts'
import { loggerOptions } from '../http/logging.ts'
import type { Job } from '../jobs/queue.ts'
import { enqueue } from '../jobs/queue.ts'
import { createDelivery } from './delivery.ts'
import { type MailLimits, mailLimits } from './mail-limits.ts'
import { deliverMail, mailKind, type OutgoingMail, queueMail, queueMails, testMail } from './outbox.ts'

/** Seconds between two checks for new jobs. The job queue allows no shorter time. */
const jobPause = 0.5
/** Short pauses before retries, but the usual timeouts, because the fake mail server can be slow on a busy machine */
const quick: MailLimits = { ...mailLimits, firstPause: 50, maxPause: 200 }

/** Starts a server whose worker sends the outbox to a fake mail server. */
async function startWithMail(limits = quick): Promise<{ server: TestServer; fake: FakeSmtp }> {
  const fake = await startFakeSmtp()
  onTestFinished(() => fake.close())
  const env = { SMTP_URL: fake.url, MAIL_FROM: 'Hello, Team <hello@everyday.test>' }
  return { server: await startTestServer({ env, mailLimits: limits, jobPause }), fake }
}

/** Delivers the emails of one kind, apart from all others */
const bulkJob: Job = { name: 'deliver-bulk', seconds: 60 }
const bulkMail = mailKind('bulk', 'Bulk', 99)

/**
 * An outbox without a server. `prepareDelivery` returns a function that makes one run, so that a test need not wait for
 * the job queue.
 */
async function startOutbox() {
  const fake = await startFakeSmtp()
  onTestFinished(() => fake.close())
  const { connectionString, pool } = await borrowTestDatabase()
  const logged: string[] = []
  const log = pino(loggerOptions('debug'), { write: (line: string) => void logged.push(line) })
  const { db, close } = connect({ connectionString, poolSize: 10, log })
  onTestFinished(close)
  const env = { SMTP_URL: fake.url, MAIL_FROM: 'Hello, Team <hello@everyday.test>' }
  const siteSource = createSiteSource(db, readConfig(env, '/nowhere').site, allSections, () => {})
  function prepareDelivery(limits = quick, config = readConfig(env, '/nowhere'), hooks = mailHooks) {
    const connections = createConnectionSource(db, config, () => {})
    const delivery = createDelivery({ connections, db, siteSource, hooks, limits, log })
    onTestFinished(() => delivery.close())
    const { signal } = new AbortController()
    return Object.assign(() => delivery.deliverDue(signal), {
      bulk: () => delivery.deliverBulk(bulkJob, signal, async () => false),
    })
  }
  const query: TestServer['query'] = async (text, values) => (await pool.query(text, values)).rows
  return { db, query, fake, logged, prepareDelivery }
}

const newMail = (values: Partial<OutgoingMail> = {}): OutgoingMail => ({
  kind: testMail,
  to: 'ann@example.org',
  subject: 'Hello',
  text: 'One line.',
  ...values,
})

const outbox = ({ query }: Pick<TestServer, 'query'>) =>
  query<{ id: number; status: string; attempts: number; problem: string | null; message_id: string }>(
    'select id, status, attempts, problem, message_id from outbox_messages order by id',
  )

test('a mail goes out as it was written, once', async () => {
  const { server, fake } = await startWithMail()
  await queueMail(server.instance.db, newMail({ text: 'Grüße 🌱\n', html: '<p>Grüße 🌱</p>' }))
  await expect.poll(() => outbox(server)).toMatchObject([{ status: 'sent', attempts: 1 }])
  const [row] = await outbox(server)
  expect(fake.received).toHaveLength(1)
  expect(fake.received[0]?.to).toEqual(['ann@example.org'])
  const mail = await PostalMime.parse(fake.received[0]?.raw ?? '')
  expect(mail).toMatchObject({
    from: { name: 'Hello, Team', address: 'hello@everyday.test' },
    to: [{ address: 'ann@example.org' }],
    subject: 'Hello',
    messageId: `<${row?.message_id}>`,
    text: 'Grüße 🌱\n',
  })
  expect(mail.html).toContain('<p>Grüße 🌱</p>')
})

test('no text smuggles a header, a recipient or a second mail', async () => {
  const { db, query, fake, prepareDelivery } = await startOutbox()
  await query(
    `insert into settings (key, value) values ('organisation', '{"name":"Every, \\"day\\" <evil@example.org>\\r\\nBcc: evil@example.org"}')`,
  )
  const evil = '\r\nBcc: evil@example.org\r\n\r\n.\r\nMAIL FROM:<evil@example.org>'
  await queueMail(
    db,
    newMail({
      subject: `Hi${evil}\u2028X-Evil: 1`,
      text: evil,
      html: evil,
      headers: { 'List-Unsubscribe': `<https://everyday.test/x>${evil}` },
    }),
  )
  for (const to of [
    'a@example.org, b@example.org',
    'a@example.org\r\nBcc: b@example.org',
    'A <a@example.org>',
  ])
    await expect(queueMail(db, newMail({ to }))).rejects.toThrow('exactly one valid recipient')
  await prepareDelivery()()
  expect(fake.received).toHaveLength(1)
  expect(fake.received[0]?.to).toEqual(['ann@example.org'])
  const mail = await PostalMime.parse(fake.received[0]?.raw ?? '')
  const headers = mail.headers.map(({ key }) => key).sort()
  expect(headers.join(' ')).toBe(
    'content-type date from list-unsubscribe message-id mime-version reply-to subject to',
  )
  expect(mail.from).toEqual({ name: 'Hello, Team', address: 'hello@everyday.test' })
  expect(mail.to).toHaveLength(1)
  expect(mail.bcc).toBeUndefined()
})

/** Longer than a test may take, so that only the limit that is set beside it can end a fault */
const patient = { connect: 60_000, response: 60_000, total: 60_000 }

const faults: { fault: SmtpFault; problem: RegExp; limits?: Partial<MailLimits> }[] = [
  { fault: 'hung-banner', problem: /didn’t respond in time/, limits: { ...patient, response: 200 } },
  { fault: 'busy-banner', problem: /isn’t accepting email right now/ },
  { fault: 'broken-tls', problem: /doesn’t offer a secure connection/ },
  { fault: 'trickle', problem: /didn’t respond in time/, limits: { ...patient, total: 200 } },
  { fault: 'later', problem: /try later/ },
  { fault: 'drop-after-data', problem: /may arrive twice/ },
]

test.each(faults)(
  'after "$fault" the mail is tried again and arrives',
  async ({ fault, problem, limits }) => {
    const { db, query, fake, logged, prepareDelivery } = await startOutbox()
    fake.always = fault
    await queueMail(db, newMail())
    await prepareDelivery({ ...quick, ...limits })()
    expect(await outbox({ query })).toMatchObject([
      { status: 'queued', problem: expect.stringMatching(problem) },
    ])
    fake.always = 'none'
    const deliver = prepareDelivery()
    await expect
      .poll(() => deliver().then(() => outbox({ query })))
      .toMatchObject([{ status: 'sent', problem: null }])
    const ids = await Promise.all(
      fake.received.map(async ({ raw }) => (await PostalMime.parse(raw)).messageId),
    )
    expect(new Set(ids).size).toBe(1)
    if (fault !== 'drop-after-data') expect(ids).toHaveLength(1)
    expect(logged.join('')).not.toMatch(/ann@example|One line/)
  },
)

test('a mail that is withdrawn while it is under way counts as sent once the mail server has it', async () => {
  const { db, query, fake, prepareDelivery } = await startOutbox()
  fake.onRecipient = async () => {
    await query(`update outbox_messages set status = 'withdrawn', problem = 'Its link is dead.'`)
  }
  await queueMail(db, newMail())
  await prepareDelivery()()
  expect(await outbox({ query })).toMatchObject([{ status: 'sent', problem: null }])
  expect(fake.received).toHaveLength(1)
})

test('a refused address or mail has failed at once, with the reason', async () => {
  const { db, query, fake, prepareDelivery } = await startOutbox()
  const deliver = prepareDelivery()
  fake.next = ['unknown-address']
  await queueMail(db, newMail())
  await deliver()
  fake.next = ['refused-mail']
  await queueMail(db, newMail())
  await deliver()
  expect(await outbox({ query })).toMatchObject([
    { status: 'failed', attempts: 1, problem: expect.stringMatching(/doesn’t accept email/) },
    { status: 'failed', attempts: 1, problem: expect.stringMatching(/rejected this email \(554\)/) },
  ])
  expect(fake.received).toHaveLength(0)
})

test('a server that is away is asked a few times, not once for each mail; when it is back all arrive', async () => {
  const fake = await startFakeSmtp()
  const { port } = new URL(fake.url)
  await fake.close()
  const server = await startTestServer({
    env: { SMTP_URL: fake.url },
    mailLimits: { ...quick, firstPause: 500, maxPause: 500 },
    jobPause,
  })
  const mails = Array.from({ length: 60 }, (_, number) => newMail({ to: `p${number}@example.org` }))
  await queueMails(server.instance.db, mails)
  await expect.poll(async () => (await outbox(server)).filter((row) => row.problem).length).toBeGreaterThan(0)
  const tried = (await outbox(server)).filter((row) => row.attempts > 0)
  expect(tried.length).toBeLessThanOrEqual(20)
  const back = await startFakeSmtp(Number(port))
  onTestFinished(() => back.close())
  await enqueue(server.instance.db, deliverMail, {})
  await expect.poll(() => back.received.length).toBe(60)
  expect(new Set(back.received.map(({ to }) => to[0])).size).toBe(60)
})

test('one address that policy closes to us stops no other mail; two in a row stop the run', async () => {
  const { db, query, fake, prepareDelivery } = await startOutbox()
  const deliver = prepareDelivery(mailLimits)
  const write = (count: number) =>
    queueMails(
      db,
      Array.from({ length: count }, (_, number) => newMail({ to: `p${number}@example.org` })),
    )
  fake.next = ['not-allowed']
  await write(20)
  await deliver()
  expect(fake.received).toHaveLength(19)
  expect((await outbox({ query })).filter(({ status }) => status === 'queued')).toMatchObject([
    { attempts: 1, problem: expect.stringContaining('send to this address.') },
  ])
  fake.always = 'not-allowed'
  await write(20)
  await deliver()
  const rest = (await outbox({ query })).slice(20)
  expect(rest.map(({ status }) => status)).toEqual(Array(20).fill('queued'))
  expect(rest.filter(({ attempts }) => attempts > 0).length).toBeLessThanOrEqual(10)
})

test('bulk email keeps to the number of connections that the server accepts', async () => {
  const { db, query, fake, prepareDelivery } = await startOutbox()
  fake.maxConnections = 8
  fake.pause = 20
  const { bulk } = prepareDelivery(quick, undefined, { bulk: { bulkJob } })
  const mails = Array.from({ length: 150 }, (_, number) =>
    newMail({ kind: bulkMail, to: `p${number}@example.org` }),
  )
  await queueMails(db, mails)
  await expect.poll(() => bulk().then(() => fake.received.length), { timeout: 30_000 }).toBe(150)
  expect(new Set(fake.received.map(({ to }) => to[0])).size).toBe(150)
  const [refused] = await query<{ count: number }>(
    'select sum(attempts - 1)::int as count from outbox_messages',
  )
  expect(refused?.count).toBeGreaterThan(0)
  expect(refused?.count).toBeLessThan(30)
})

test('bulk email and other emails are delivered by their own jobs', async () => {
  const { db, query, fake, prepareDelivery } = await startOutbox()
  await queueMails(db, [newMail({ kind: bulkMail }), newMail({ to: 'bea@example.org' })])
  expect(await query(`select name from pgboss.job where name <> 'clean-up'`)).toEqual([
    { name: 'deliver-mail' },
  ])
  const deliver = prepareDelivery(quick, undefined, { bulk: { bulkJob } })
  await deliver()
  expect(fake.received.map(({ to }) => to)).toEqual([['bea@example.org']])
  await deliver.bulk()
  expect(fake.received.map(({ to }) => to)).toEqual([['bea@example.org'], ['ann@example.org']])
})

test('emails with one key to one address arrive in order, and one that failed holds up nothing', async () => {
  const { db, fake, query, prepareDelivery } = await startOutbox()
  const write = (subject: string, to = 'ann@example.org') =>
    queueMail(db, newMail({ subject, to, orderKey: 'training' }))
  for (const subject of ['First', 'Second', 'Third']) await write(subject)
  // The others have to wait until the first one is tried again.
  fake.next = ['later']
  const deliver = prepareDelivery()
  const statuses = async () => (await outbox({ query })).map(({ status }) => status)
  await deliver()
  await write('To another address', 'bea@example.org')
  await expect.poll(() => deliver().then(statuses)).toEqual(Array(4).fill('sent'))
  const subjects = fake.received.map(({ raw }) => /^Subject: (.*)\r$/m.exec(raw)?.[1])
  expect(subjects.filter((subject) => subject !== 'To another address')).toEqual(['First', 'Second', 'Third'])
  expect(subjects).toHaveLength(4)

  fake.next = ['refused-mail']
  await write('Refused')
  await write('After it')
  await prepareDelivery()()
  expect((await outbox({ query })).slice(4).map(({ status }) => status)).toEqual(['failed', 'sent'])
})

test('after as many attempts as are allowed a person decides', async () => {
  const { server, fake } = await startWithMail({ ...quick, attempts: 3, firstPause: 10 })
  fake.always = 'later'
  await queueMail(server.instance.db, newMail())
  await expect
    .poll(() => outbox(server))
    .toMatchObject([{ status: 'failed', attempts: 3, problem: expect.stringMatching(/try later/) }])
})

test('without a mail server mails wait; two of one key are one; a taken-back transaction leaves none', async () => {
  const { db, query, prepareDelivery } = await startOutbox()
  const first = await queueMail(db, newMail({ onceKey: 'lead:1' }))
  expect(await queueMail(db, newMail({ onceKey: 'lead:1', subject: 'Again' }))).toBe(first)
  await expect(
    db.transaction(async (tx) => {
      await queueMail(tx, newMail())
      throw new Error('changed my mind')
    }),
  ).rejects.toThrow('changed my mind')
  await prepareDelivery(quick, readConfig({}, '/nowhere'))()
  expect(await outbox({ query })).toMatchObject([{ id: first, status: 'queued', attempts: 0 }])
})

test('a mail under way when the process is told to stop goes out at the next start, as the same mail', async () => {
  const fake = await startFakeSmtp()
  onTestFinished(() => fake.close())
  const env = { SMTP_URL: fake.url }
  const connectionString = await createTestDatabase(inject('templateUrl'))
  const limits = { ...quick, ...patient, lease: 1000 }
  // The test reads the outbox after the server has closed, so it needs its own pool.
  const pool = createQueryPool(connectionString)
  onTestFinished(() => pool.end())
  const server = await launchServer({
    connectionString,
    pool,
    env,
    mailLimits: limits,
    jobPause,
    jobDrainMs: 500,
    drainGraceMs: 0,
  })
  fake.pause = 60_000
  const id = await queueMail(server.instance.db, newMail())
  await expect.poll(async () => (await outbox(server))[0]?.attempts).toBe(1)
  await server.close()
  fake.pause = 0
  expect(await outbox(server)).toMatchObject([{ id, status: 'queued' }])
  const next = await startTestServer({ connectionString, env, mailLimits: quick, jobPause })
  await enqueue(next.instance.db, deliverMail, {})
  await expect.poll(() => outbox(next)).toMatchObject([{ id, status: 'sent' }])
})
