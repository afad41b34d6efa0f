import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { startSignedIn, type TestServer } from '../../../tests/helpers/test-server.ts'
import { guestPaths } from '../../guests/contract/guest-paths.ts'
import { sitePaths } from '../../site/contract/site-paths.ts'

/** The SQL statements that the server runs for one request, without the job queue's own checks for work */
async function statementsOf(server: TestServer, path: string, email: string): Promise<string[]> {
  const statements: string[] = []
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  const response = await server.send(path, { form: { email } })
  expect(response.status).toBeLessThan(400)
  const database = new URL(server.connectionString).pathname.slice(1)
  for (const [index, [query]] of (spy.mock.calls as unknown[][]).entries()) {
    // Other servers of the process have databases of their own.
    if ((spy.mock.contexts[index] as pg.Client).database !== database) continue
    const text = typeof query === 'string' ? query : String((query as { text?: string }).text)
    const isOfQueue = /pgboss/.test(text) && !/insert into pgboss.job/.test(text)
    if (!isOfQueue) statements.push(text.replaceAll(/\s+/g, ' ').trim())
  }
  spy.mockRestore()
  return statements
}

test('asking for a link does the same work whether the address is known or not, so that the time tells nothing', async () => {
  const { server, cookie } = await startSignedIn({ env: { NOTIFY_EMAIL: 'owner@example.org' } })
  const known = 'ann@example.org'
  await server.query(`insert into training_waitlist (name, email) values ('Ann', $1)`, [known])
  const json = { email: known, name: 'Ann', suggestedTopic: 'Donor letters' }
  expect((await server.send('/api/author/invite', { cookie, json })).status).toBe(201)
  const outbox = () => server.query('select id from outbox_messages')
  const before = await outbox()
  for (const path of [sitePaths.yourData, guestPaths.lostLink]) {
    // The first request of a process also reads the settings, so it is not compared.
    await statementsOf(server, path, 'first@example.org')
    const forUnknown = await statementsOf(server, path, 'nobody@example.org')
    expect(forUnknown.length).toBeGreaterThan(0)
    expect(await statementsOf(server, path, known), path).toEqual(forUnknown)
    expect(await outbox()).toEqual(before)
  }
  const [{ jobs } = { jobs: '' }] = await server.query<{ jobs: string }>(
    "select string_agg(data::text, ' ') as jobs from pgboss.job",
  )
  expect(jobs).not.toMatch(/example\.org/)
})
