import { expect } from 'vitest'
import type { Today } from '../../../core/contract/today.ts'
import { fillPeople } from '../../../features/people/testing/people.ts'
import { startSignedIn, type TestServer } from '../../../tests/helpers/test-server.ts'

/** A server in UTC with two people and an entry in Spam, whose Today has no lines */
export async function startToday(env: Record<string, string> = {}) {
  const { server, cookie } = await startSignedIn({ env: { TIME_ZONE: 'UTC', BACKUPS_KEEP: '0', ...env } })
  await fillPeople(server)
  // The notices of the new entries would be lines, too.
  await server.query('delete from outbox_messages')
  return { server, cookie }
}

export async function readToday<More>(server: TestServer, cookie: string): Promise<Today & More> {
  const response = await server.send('/api/today', { cookie })
  expect(response.status).toBe(200)
  return response.json()
}

export const linesOf = async (server: TestServer, cookie: string, id: string) =>
  (await readToday(server, cookie)).sections.find((section) => section.id === id)?.lines ?? []
