import { expect } from 'vitest'
import type { Today } from '../../../core/contract/today.ts'
import { fillPeople } from '../../../features/people/testing/people.ts'
import { startSignedIn, type TestServer } from '../../../tests/helpers/test-server.ts'

/** A server in UTC with two people who were answered and an entry in Spam, whose Today has no lines */
export async function startToday(env: Record<string, string> = {}) {
  const { server, cookie } = await startSignedIn({ env: { TIME_ZONE: 'UTC', BACKUPS_KEEP: '0', ...env } })
  await fillPeople(server)
  await setStatus(server, 'contacted')
  // The notices of the new entries would be lines, too.
  await server.query('delete from outbox_messages')
  return { server, cookie }
}

/** Sets the status of all entries. */
export async function setStatus({ query }: TestServer, status: string) {
  for (const table of ['training_waitlist', 'contact_submissions'])
    await query(`update ${table} set status = $1`, [status])
}

export async function readToday<More>(server: TestServer, cookie: string): Promise<Today & More> {
  const response = await server.send('/api/today', { cookie })
  expect(response.status).toBe(200)
  return response.json()
}

export const linesOf = async (server: TestServer, cookie: string, id: string) =>
  (await readToday(server, cookie)).sections.find((section) => section.id === id)?.lines ?? []
