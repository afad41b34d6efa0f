import type pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import type { ServiceLimits } from '../../server/assistant/service/limits.ts'
import type { MailLimits } from '../../server/mail/mail-limits.ts'
import { launchServer, type TestServer } from './launch-server.ts'
import { borrowDatabase } from './worker-databases.ts'

export { admin, cookiesOf, type TestServer } from './launch-server.ts'

/** Starts a server on an empty database. It is closed when the test ends. */
export async function startTestServer(
  options: {
    env?: Record<string, string>
    connectionString?: string
    serviceLimits?: ServiceLimits
    mailLimits?: MailLimits
    /** For tests that wait for jobs. */
    jobPause?: number
  } = {},
): Promise<TestServer> {
  const { connectionString } = options
  const server = await launchServer({
    ...options,
    ...(connectionString === undefined ? await borrowTestDatabase() : { connectionString }),
    // No more requests come after the end of a test.
    drainGraceMs: 0,
  })
  onTestFinished(() => server.close())
  return server
}

/** An empty, migrated database that no one else uses until the test ends. */
export async function borrowTestDatabase(): Promise<{ connectionString: string; pool: pg.Pool }> {
  const database = await borrowDatabase(inject('templateUrl'))
  onTestFinished(database.giveBack)
  return database
}
