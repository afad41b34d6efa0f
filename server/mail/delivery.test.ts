import PostalMime from 'postal-mime'
import { expect, inject, onTestFinished, test } from 'vitest'
import { type FakeSmtp, type SmtpFault, startFakeSmtp } from '../../tests/fakes/fake-smtp.ts'
import { createQueryPool, launchServer } from '../../tests/helpers/launch-server.ts'
import { createTestDatabase } from '../../tests/helpers/test-database.ts'
import { startTestServer, type TestServer } from '../../tests/helpers/test-server.ts'
import { readConfig } from '../config.ts'
import { enqueue } from '../jobs/queue.ts'
import { mailHooks } from '../mail-hooks.ts'
import { createSiteSource } from '../settings/site-source.ts'
import { createDelivery } from './delivery.ts'
import { type MailLimits, mailLimits } from './mail-limits.ts'
import { type OutgoingMail, queueMail, queueMails } from './outbox.ts'

/** Seconds between two checks for new jobs. The job queue allows no shorter time. */
const jobPause = 0.5
/** Short pauses before retries, but the usual timeouts, because the fake mail server can be slow on a busy machine */
const quick: MailLimits = { ...mailLimits, firstPause: 50, maxPause: 200 }
/** Short timeouts, for faults that only a timeout ends */
const hurried: MailLimits = { ...quick, connect: 400, response: 400, total: 1200, lease: 5000 }

async function startWithMail(limits = quick): Promise<{ server: TestServer; fake: FakeSmtp }> {
  const fake = await startFakeSmtp()
  onTestFinished(() => fake.close())
  const env = { SMTP_URL: fake.url, MAIL_FROM: 'Hello, Team <hello@everyday.test>' }
  return { server: await startTestServer({ env, mailLimits: limits, jobPause }), fake }
}

const newMail = (values: Partial<OutgoingMail> = {}): OutgoingMail => ({
  kind: 'test',
  to: 'ann@example.org',
  subject: 'Hello',
  text: 'One line.',
  ...values,
})

const outbox = (server: TestServer) =>
  server.query<{ id: number; status: string; attempts: number; problem: string | null; message_id: string }>(
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
  const { server, fake } = await startWithMail()
  await server.query(
    `insert into settings (key, value) values ('organisation', '{"name":"Every, \\"day\\" <evil@example.org>\\r\\nBcc: evil@example.org"}')`,
  )
  await server.query(`select pg_notify('page_cache', 'site')`)
  const evil = '\r\nBcc: evil@example.org\r\n\r\n.\r\nMAIL FROM:<evil@example.org>'
  await queueMail(
    server.instance.db,
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
    await expect(queueMail(server.instance.db, newMail({ to }))).rejects.toThrow(
      'exactly one valid recipient',
    )
  await expect.poll(() => fake.received.length).toBe(1)
  expect(fake.received[0]?.to).toEqual(['ann@example.org'])
  const mail = await PostalMime.parse(fake.received[0]?.raw ?? '')
  expect(mail.headers.map(({ key }) => key).sort()).toEqual([
    'content-type',
    'date',
    'from',
    'list-unsubscribe',
    'message-id',
    'mime-version',
    'reply-to',
    'subject',
    'to',
  ])
  expect(mail.from).toEqual({ name: 'Hello, Team', address: 'hello@everyday.test' })
  expect(mail.to).toHaveLength(1)
  expect(mail.bcc).toBeUndefined()
})

const faults: { fault: SmtpFault; problem: RegExp }[] = [
  { fault: 'hung-banner', problem: /didn’t respond in time/ },
  { fault: 'busy-banner', problem: /isn’t accepting email right now/ },
  { fault: 'broken-tls', problem: /doesn’t offer a secure connection/ },
  { fault: 'trickle', problem: /didn’t respond in time/ },
  { fault: 'later', problem: /try later/ },
  { fault: 'drop-after-data', problem: /may arrive twice/ },
]

test.each(faults)('after "$fault" the mail is tried again and arrives', async ({ fault, problem }) => {
  const { server, fake } = await startWithMail(/in time/.test(problem.source) ? hurried : quick)
  fake.always = fault
  const { db } = server.instance
  await queueMail(db, newMail())
  await expect.poll(async () => (await outbox(server))[0]?.problem).toMatch(problem)
  expect(await outbox(server)).toMatchObject([{ status: 'queued' }])
  fake.always = 'none'
  await expect.poll(() => outbox(server)).toMatchObject([{ status: 'sent', problem: null }])
  const ids = await Promise.all(fake.received.map(async ({ raw }) => (await PostalMime.parse(raw)).messageId))
  expect(new Set(ids).size).toBe(1)
  if (fault !== 'drop-after-data') expect(ids).toHaveLength(1)
  expect(server.logged.join('')).not.toMatch(/ann@example|One line/)
})

test('a mail that is withdrawn while it is under way counts as sent once the mail server has it', async () => {
  const { server, fake } = await startWithMail()
  fake.onRecipient = async () => {
    await server.query(`update outbox_messages set status = 'withdrawn', problem = 'Its link is dead.'`)
  }
  await queueMail(server.instance.db, newMail())
  await expect.poll(() => outbox(server)).toMatchObject([{ status: 'sent', problem: null }])
  expect(fake.received).toHaveLength(1)
})

test('a refused address or mail has failed at once, with the reason', async () => {
  const { server, fake } = await startWithMail()
  fake.next = ['unknown-address']
  await queueMail(server.instance.db, newMail())
  await expect
    .poll(() => outbox(server))
    .toMatchObject([
      { status: 'failed', attempts: 1, problem: expect.stringMatching(/doesn’t accept email/) },
    ])
  fake.next = ['refused-mail']
  await queueMail(server.instance.db, newMail())
  await expect
    .poll(() => outbox(server))
    .toMatchObject([
      {},
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
  await enqueue(server.instance.db, 'deliver-mail', {})
  await expect.poll(() => back.received.length).toBe(60)
  expect(new Set(back.received.map(({ to }) => to[0])).size).toBe(60)
})

test('one address that policy closes to us stops no other mail; two in a row stop the run', async () => {
  const fake = await startFakeSmtp()
  onTestFinished(() => fake.close())
  const server = await startTestServer()
  const { db } = server.instance
  const log = { info() {}, warn() {} }
  const config = readConfig({ SMTP_URL: fake.url }, '/nowhere')
  const siteSource = createSiteSource(db, config.site, () => {})
  const delivery = createDelivery({ config, db, siteSource, hooks: mailHooks, limits: mailLimits, log })
  onTestFinished(() => delivery.close())
  const write = (count: number) =>
    queueMails(
      db,
      Array.from({ length: count }, (_, number) => newMail({ to: `p${number}@example.org` })),
    )
  fake.next = ['not-allowed']
  await write(20)
  await delivery.deliverDue(new AbortController().signal)
  expect(fake.received).toHaveLength(19)
  expect((await outbox(server)).filter(({ status }) => status === 'queued')).toMatchObject([
    { attempts: 1, problem: expect.stringContaining('send to this address.') },
  ])
  fake.always = 'not-allowed'
  await write(20)
  await delivery.deliverDue(new AbortController().signal)
  const rest = (await outbox(server)).slice(20)
  expect(rest.map(({ status }) => status)).toEqual(Array(20).fill('queued'))
  expect(rest.filter(({ attempts }) => attempts > 0).length).toBeLessThanOrEqual(10)
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
  const server = await startTestServer({ jobPause })
  const { db } = server.instance
  const first = await queueMail(db, newMail({ onceKey: 'lead:1' }))
  expect(await queueMail(db, newMail({ onceKey: 'lead:1', subject: 'Again' }))).toBe(first)
  await expect(
    db.transaction(async (tx) => {
      await queueMail(tx, newMail())
      throw new Error('changed my mind')
    }),
  ).rejects.toThrow('changed my mind')
  const open = `select 1 from pgboss.job where name = 'deliver-mail' and state <> 'completed'`
  await expect.poll(() => server.query(open)).toEqual([])
  expect(await outbox(server)).toMatchObject([{ id: first, status: 'queued', attempts: 0 }])
})

test('a mail under way when the process is told to stop goes out at the next start, as the same mail', async () => {
  const fake = await startFakeSmtp()
  onTestFinished(() => fake.close())
  const env = { SMTP_URL: fake.url }
  const connectionString = await createTestDatabase(inject('templateUrl'))
  const patient = { ...quick, total: 60_000, response: 60_000, lease: 1000 }
  // The test reads the outbox after the server has closed, so it needs its own pool.
  const pool = createQueryPool(connectionString)
  onTestFinished(() => pool.end())
  const server = await launchServer({ connectionString, pool, env, mailLimits: patient, jobPause })
  fake.pause = 60_000
  const id = await queueMail(server.instance.db, newMail())
  await expect.poll(async () => (await outbox(server))[0]?.attempts).toBe(1)
  await server.close()
  fake.pause = 0
  expect(await outbox(server)).toMatchObject([{ id, status: 'queued' }])
  const next = await startTestServer({ connectionString, env, mailLimits: quick, jobPause })
  await enqueue(next.instance.db, 'deliver-mail', {})
  await expect.poll(() => outbox(next)).toMatchObject([{ id, status: 'sent' }])
})
