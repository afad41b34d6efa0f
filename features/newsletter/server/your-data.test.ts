import { expect, test } from 'vitest'
import { cleanUp, features } from '../../../app/features.ts'
import { passDays } from '../../../tests/helpers/pass-days.ts'
import { startSignedIn, startTestServer } from '../../../tests/helpers/test-server.ts'
import { applyRetention } from '../../privacy/server/retention.ts'
import { findTraces } from '../../privacy/testing/find-traces.ts'
import { ann, ask, fill, readLink } from '../../privacy/testing/your-data.ts'

test('a person gets their subscription, and deletes no one else’s', async () => {
  const server = await startTestServer({ jobPause: 0.5 })
  await fill(server)
  await ask(server, ann)
  const link = await readLink(server)
  const data = await (await server.send(`${link}/data.json`)).json()
  expect(data.newsletter).toMatchObject([{ email: 'ANN@example.org', active: true }])
  await server.send(link, { method: 'POST' })
  expect(await server.query('select email from newsletter_subscriptions')).toEqual([
    { email: 'tom@example.org' },
  ])
})

test('the link to one’s own data says it in words, counts a confirmed sign-up once, and keeps its own names for the file', async () => {
  const server = await startTestServer({ jobPause: 0.5, env: { TIME_ZONE: 'America/New_York' } })
  const message = '2026-13-45 99:99 is a date that does not exist'
  await server.query(
    `insert into training_waitlist (name, email, message, source) values ('Ann', $1, $2, '/blog/bread')`,
    [ann, message],
  )
  await server.query(
    `insert into newsletter_subscriptions (email, consent, source, frequency, asked_at, subscribed_at)
     values ($1, 'Yes', '/', 'monthly', '2026-01-02T12:00Z', '2026-01-02T12:05Z')`,
    [ann],
  )
  await server.query(
    `insert into newsletter_confirmations (token_hash, email, consent, source, expires_at, spent_at)
     values ('used', $1, 'Yes', '/', now() + interval '1 day', now())`,
    [ann],
  )
  await ask(server, ann)
  const link = await readLink(server)
  const html = (await (await server.send(link)).text()).replaceAll(/<[^>]+>/g, ' ').replaceAll(/ +/g, ' ')
  for (const words of [
    '1 newsletter sign-up',
    'Signed up on : Home page',
    'Signed up on : Post “bread”',
    'Status : Confirmed',
    'Status : New',
    'How often : Once a month at most',
    'Confirmed : Jan 2, 2026, 7:05 AM',
    'Times are in Eastern Time.',
    message,
  ])
    expect(html).toContain(words)
  expect(html).not.toMatch(/\b(active|reason|subscribed|frequency|queued|page:)/)
  const data = await (await server.send(`${link}/data.json`)).json()
  expect(data.newsletter).toMatchObject([{ active: true, frequency: 'monthly', page: '/', reason: null }])
  await server.send(link, { method: 'POST' })
  expect(await (await server.send(link)).text()).toContain('1 newsletter sign-up')
})

test('an admin deletes for good whom only the newsletter knows, and points to People for the others', async () => {
  const { server, cookie } = await startSignedIn()
  await fill(server)
  await server.query(`
    insert into newsletter_subscriptions (email, is_active) values ('Cy@example.org', false);
    insert into outbox_messages (message_id, kind, recipient, subject, text)
      values ('d@x', 'newsletter', 'cy@example.org', 'News', 'x')`)
  const erase = (id: number) =>
    server.send(`/api/newsletter/subscribers/${id}/data`, { method: 'DELETE', cookie })
  expect((await erase(3)).status).toBe(204)
  expect(await findTraces(server, /\bcy@example/i)).toEqual([])
  expect((await erase(3)).status).toBe(404)
  const refused = await erase(1)
  expect(refused.status).toBe(409)
  expect((await refused.json()).detail).toContain('Delete them on the People page')
  expect(await server.query('select id from newsletter_subscriptions')).toHaveLength(2)
})

test('an address whose owner never agreed to the newsletter is forgotten with the link', async () => {
  const server = await startTestServer()
  const ask = (email: string) => server.send('/api/newsletter', { json: { email } })
  await ask('never@example.org')
  await passDays(server, 25)
  await ask('Later@example.org')
  await passDays(server, 6)
  await applyRetention({ db: server.instance.db, features })
  await cleanUp(server.instance.db, server.instance.media)
  expect(await findTraces(server, /never@example/)).toEqual([])
  expect(await findTraces(server, /later@example/i)).toEqual([
    'public.newsletter_confirmations',
    'public.outbox_messages',
  ])
})
