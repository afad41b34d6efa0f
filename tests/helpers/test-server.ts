import type pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import type { ServiceLimits } from '../../server/assistant/service/limits.ts'
import type { MailLimits } from '../../server/mail/mail-limits.ts'
import { launchServer, type TestServer } from './launch-server.ts'
import { borrowDatabase } from './worker-databases.ts'

export { admin, cookiesOf, type TestServer } from './launch-server.ts'

/** Starts a server that closes when the test ends. By default, it uses an empty database. */
export async function startTestServer(
  options: {
    env?: Record<string, string>
    connectionString?: string
    serviceLimits?: ServiceLimits
    mailLimits?: MailLimits
    /** Seconds between two checks for jobs that no notification names. By default, no job runs. */
    jobPause?: number
  } = {},
): Promise<TestServer> {
  const { connectionString } = options
  const server = await launchServer({
    ...options,
    jobPause: options.jobPause ?? null,
    ...(connectionString === undefined ? await borrowTestDatabase() : { connectionString }),
    // When a test ends, no more requests will come, so the server need not wait for them.
    drainGraceMs: 0,
  })
  onTestFinished(() => server.close())
  return server
}

/** Returns an empty, migrated database that no other test uses until this one ends. */
export async function borrowTestDatabase(): Promise<{ connectionString: string; pool: pg.Pool }> {
  const database = await borrowDatabase(inject('templateUrl'))
  onTestFinished(database.giveBack)
  return database
}
