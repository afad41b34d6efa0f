import { expect, onTestFinished, test } from 'vitest'
import { cleanUp, features } from '../../../app/features.ts'
import { type OutboxEntry, requestDays } from '../../../core/contract/outbox.ts'
import { startFakeSmtp } from '../../../tests/fakes/fake-smtp.ts'
import { finishJobs } from '../../../tests/helpers/finish-jobs.ts'
import { passDays } from '../../../tests/helpers/pass-days.ts'
import { startSignedIn, startTestServer, type TestServer } from '../../../tests/helpers/test-server.ts'
import { applyRetention } from '../../privacy/server/retention.ts'
import { sitePaths } from '../../site/contract/site-paths.ts'
import { newsletterPaths } from '../contract/newsletter-paths.ts'

const ann = 'ann@example.org'

/** Signs up for the newsletter and requests the data that is stored about the address. */
async function askForBoth(server: TestServer): Promise<void> {
  await server.query(`insert into training_waitlist (name, email) values ('Ann', $1)`, [ann])
  await server.send(newsletterPaths.page, { form: { email: ann } })
  await server.send(sitePaths.yourData, { form: { email: ann } })
  await finishJobs(server, 'data-link')
}

async function list(server: TestServer, cookie: string): Promise<OutboxEntry[]> {
  return (await server.send('/api/outbox', { cookie })).json()
}

/** The paths of the links that the admin can copy from the emails in the outbox */
async function readLinks(server: TestServer, cookie: string) {
  const links: Record<string, string> = {}
  for (const { id, kind } of await list(server, cookie)) {
    const mail = await (await server.send(`/api/outbox/${id}`, { cookie })).json()
    links[kind] = new URL(mail.link).pathname
  }
  return { confirm: links.confirmation ?? '', data: links.rights ?? '' }
}

const statusOf = async (server: TestServer, path: string) => (await server.send(path)).status

const sweep = async ({ instance }: TestServer) => {
  await cleanUp(instance.db, instance.media)
  await applyRetention({ db: instance.db, features })
}

test('a link counts its time from when its email is marked as sent, however long it waited', async () => {
  const { server, cookie } = await startSignedIn({ jobPause: 0.5 })
  await askForBoth(server)
  const { confirm, data } = await readLinks(server, cookie)
  const [asked] = await list(server, cookie)
  const last = new Date(asked?.createdAt ?? 0).getTime() + requestDays * 24 * 60 * 60 * 1000
  expect(asked?.sendBy).toBe(new Date(last).toISOString())

  await passDays(server, requestDays - 1)
  await sweep(server)
  const admin = await server.signIn()
  for (const link of [confirm, data]) expect(await statusOf(server, link)).toBe(200)

  for (const { id } of await list(server, admin))
    await server.send(`/api/outbox/${id}/handed-over`, { cookie: admin, method: 'POST' })
  expect((await list(server, admin)).map(({ sendBy }) => sendBy)).toEqual([null, null])
  await server.query(`update data_links set expires_at = expires_at - interval '23 hours'`)
  await server.query(`update newsletter_confirmations set expires_at = expires_at - interval '6 days'`)
  for (const link of [confirm, data]) expect(await statusOf(server, link)).toBe(200)
  await server.query(`update data_links set expires_at = expires_at - interval '1 hour'`)
  await server.query(`update newsletter_confirmations set expires_at = expires_at - interval '1 day'`)
  expect(await statusOf(server, confirm)).toBe(410)
  expect(await statusOf(server, data)).toBe(404)
})

test('an email that is not sent in time is dropped, and its email can no longer be sent', async () => {
  const server = await startTestServer({ jobPause: 0.5 })
  await askForBoth(server)
  await passDays(server, requestDays)
  await sweep(server)
  const cookie = await server.signIn()
  const mails = await list(server, cookie)
  expect(mails).toMatchObject([
    { kind: 'rights', status: 'withdrawn', problem: expect.stringContaining('within 30 days'), sendBy: null },
  ])
  const id = mails[0]?.id ?? 0
  for (const path of [`/api/outbox/${id}/handed-over`, `/api/outbox/${id}/again`])
    expect((await server.send(path, { cookie, method: 'POST' })).status).toBe(409)
  expect(await server.query('select 1 from newsletter_confirmations')).toEqual([])
  expect(await server.query('select 1 from data_links')).toEqual([])
})

test('an email that is sent again gets its time again, unless its link is gone', async () => {
  const server = await startTestServer({ jobPause: 0.5 })
  await askForBoth(server)
  const cookie = await server.signIn()
  const { data } = await readLinks(server, cookie)
  const id = (await list(server, cookie)).find(({ kind }) => kind === 'rights')?.id ?? 0
  const post = (path: string, admin: string) => server.send(path, { cookie: admin, method: 'POST' })
  await post(`/api/outbox/${id}/handed-over`, cookie)
  expect((await post(`/api/outbox/${id}/again`, cookie)).status).toBe(200)
  await passDays(server, 2)
  await sweep(server)
  expect(await statusOf(server, data)).toBe(200)
  const admin = await server.signIn()
  await post(`/api/outbox/${id}/handed-over`, admin)
  await passDays(server, 2)
  await sweep(server)
  expect((await post(`/api/outbox/${id}/again`, await server.signIn())).status).toBe(409)
})

test('with an email server the time counts from when it took the email', async () => {
  const fake = await startFakeSmtp()
  onTestFinished(() => fake.close())
  const env = { SMTP_URL: fake.url, MAIL_FROM: 'hello@everyday.test' }
  const server = await startTestServer({ env, jobPause: 0.5 })
  await askForBoth(server)
  const sent = () => server.query(`select 1 from outbox_messages where status = 'sent'`)
  await expect.poll(sent).toHaveLength(2)
  const [lives] = await server.query(
    `select (select expires_at between now() + interval '23 hours' and now() + interval '24 hours' from data_links) as day,
       (select expires_at between now() + interval '6 days' and now() + interval '7 days' from newsletter_confirmations) as week`,
  )
  expect(lives).toEqual({ day: true, week: true })
})
