import { inject, onTestFinished } from 'vitest'
import type { ServiceLimits } from '../../server/assistant/service/limits.ts'
import type { MailLimits } from '../../server/mail/mail-limits.ts'
import { launchServer, type TestServer } from './launch-server.ts'
import { createTestDatabase } from './test-database.ts'

export { admin, cookiesOf, type TestServer } from './launch-server.ts'

/** A server on a database of its own, gone when the test ends. */
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
  const connectionString = options.connectionString ?? (await createTestDatabase(inject('templateUrl')))
  const server = await launchServer({
    connectionString,
    env: options.env,
    serviceLimits: options.serviceLimits,
    mailLimits: options.mailLimits,
    jobPause: options.jobPause,
    // When a test ends nobody is about to ask anything.
    drainGraceMs: 0,
  })
  onTestFinished(() => server.close())
  return server
}
