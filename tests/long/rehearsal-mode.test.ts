import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { paths } from '../../core/contract/paths.ts'
import { enqueue } from '../../core/server/jobs/queue.ts'
import { deliverMail, queueMail, testMail } from '../../core/server/mail/outbox.ts'
import { photo, pictureForm } from '../../features/media/testing/test-media.ts'
import { retentionJob } from '../../features/privacy/server/retention.ts'
import { chrome } from '../../features/site/testing/counted-visits.ts'
import { startFakeAi } from '../fakes/fake-ai.ts'
import { startFakeSmtp } from '../fakes/fake-smtp.ts'
import { hasFeature } from '../helpers/feature-testing.ts'
import { temporaryFolder } from '../helpers/temporary-folder.ts'
import { pdf } from '../helpers/test-files.ts'
import { borrowTestDatabase, startTestServer } from '../helpers/test-server.ts'

const person = { 'user-agent': chrome }
/** Seconds; the shortest there is. */
const jobPause = 0.5

/** A server in rehearsal mode, with services that would be called, and with work that is due */
async function startRehearsed() {
  const [smtp, ai] = await Promise.all([startFakeSmtp(), startFakeAi()])
  onTestFinished(async () => {
    await Promise.all([smtp.close(), ai.close()])
  })
  const folder = await temporaryFolder()
  const env = {
    SMTP_URL: smtp.url,
    AI_PROVIDER: 'openai-compatible',
    AI_BASE_URL: ai.url,
    AI_MODEL: 'fake',
    STT_BASE_URL: ai.url,
    ORG_POSTAL_ADDRESS: '1 Main St',
  }
  const { connectionString } = await borrowTestDatabase()
  const server = await startTestServer({ connectionString, env: { ...env, REHEARSAL: folder }, jobPause })
  return { server, connectionString, env, smtp, ai, folder }
}

test('nothing that is due is done: no emails, no newsletter, no deletions', async () => {
  const { server, connectionString, env, smtp } = await startRehearsed()
  const { db } = server.instance
  const mail = { kind: testMail, subject: 'Hello', text: 'One line.' } as const
  for (const name of ['ann', 'kim', 'lee']) await queueMail(db, { ...mail, to: `${name}@example.org` })
  await server.query(
    `insert into training_waitlist (name, email, deleted_at) values ('Old', 'old@example.org', now() - interval '1 year')`,
  )
  const copies = hasFeature('newsletter') ? 1 : 0
  if (copies > 0) {
    await server.query(`insert into newsletter_subscriptions (email) values ('sue@example.org')`)
    const cookie = await server.signIn()
    const text = { title: 'Bread and data', content: '<p>Knead it well.</p>', isPublished: true }
    const post = await (await server.send('/api/blog', { cookie, json: text })).json()
    const issue = await server.send('/api/newsletter/issues', { cookie, json: { postId: post.id } })
    expect(issue.status).toBe(201)
  }
  await enqueue(db, retentionJob, {})
  await enqueue(db, deliverMail, {})
  const waiting = () => server.query(`select status from outbox_messages where status = 'queued'`)
  const deleted = () => server.query(`select id from training_waitlist where name = 'Old'`)

  // A running worker would have polled several times.
  await sleep(4 * jobPause * 1000)

  expect(await waiting()).toHaveLength(3)
  expect(await deleted()).toHaveLength(1)
  expect(smtp.received).toEqual([])

  // The same work is done by a server that is no rehearsal, so it was due.
  await startTestServer({ connectionString, env, jobPause })
  await expect.poll(waiting).toEqual([])
  await expect.poll(deleted).toEqual([])
  await expect.poll(() => smtp.received.length).toBe(3 + copies)
})

test('no AI or speech service is called', async () => {
  const { server, ai } = await startRehearsed()
  const cookie = await server.signIn()

  const response = await server.send('/api/ai/suggestions', { cookie, json: { prompt: 'AI tips' } })

  expect(response.status).toBeGreaterThanOrEqual(500)
  expect(ai.received).toEqual([])
})

test('neither page views nor clicks are counted', async () => {
  const { server } = await startRehearsed()
  const { tally } = server.instance

  expect((await server.send(paths.home, { headers: person })).status).toBe(200)
  const click = paths.api.calendarClick('header')
  await server.send(click, { method: 'POST', headers: person })
  await tally.flush()

  expect(await server.query('select from page_views')).toEqual([])
  expect(await server.query('select from calendar_clicks')).toEqual([])
})

test('pictures and files can be read and not changed', async () => {
  const { server, folder } = await startRehearsed()
  const cookie = await server.signIn()
  const body = pictureForm(await photo(400, 300))

  const response = await server.send('/api/media', { cookie, body })

  expect(response.status).toBe(503)
  const file = new FormData()
  file.set('file', new Blob([pdf()]), 'a.pdf')
  expect((await server.send('/api/files', { cookie, body: file })).status).toBe(503)
  expect(server.instance.media.writing).toBe('refused')
  expect(await server.instance.media.disk.exists(folder)).toBe(false)
})
