import { startTestServer } from '../../../tests/helpers/test-server.ts'
import { openTrainingOffice } from './trainings.ts'

/** Starts a site with an office that makes offers, in UTC unless the environment says otherwise. */
export async function startTrainingOffice(
  env: Record<string, string> = {},
  options: { jobPause?: number } = {},
) {
  const server = await startTestServer({ env: { TIME_ZONE: 'UTC', ...env }, ...options })
  return { server, db: server.instance.db, ...(await openTrainingOffice(server)) }
}
