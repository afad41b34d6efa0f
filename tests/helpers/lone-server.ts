import { onTestFinished } from 'vitest'
import { launchServer } from './launch-server.ts'
import { startTemporaryPostgres } from './temporary-postgres.ts'

type Options = Omit<Parameters<typeof launchServer>[0], 'connectionString'>

/** Starts a server, with its jobs, on a Postgres of its own. Both end with the test. */
export async function startLoneServer(options: Options = {}) {
  const { connectionString, dataDir, stop } = await startTemporaryPostgres()
  onTestFinished(stop)
  const server = await launchServer({ ...options, connectionString })
  onTestFinished(() => server.close())
  return { server, dataDir }
}
