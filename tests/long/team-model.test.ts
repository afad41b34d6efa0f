import { onTestFinished, test } from 'vitest'
import { launchServer } from '../helpers/launch-server.ts'
import { runTeamModel } from '../helpers/team-model.ts'
import { startTemporaryPostgres } from '../helpers/temporary-postgres.ts'

test.each([1, 2, 3])(
  'no sequence of 10,000 actions takes the last owner away or gives anyone a right (seed %i)',
  async (seed) => {
    const { connectionString, stop } = await startTemporaryPostgres()
    onTestFinished(stop)
    const server = await launchServer({ connectionString, env: { TRUSTED_PROXIES: '127.0.0.1' } })
    onTestFinished(() => server.close())
    await runTeamModel(server, { seed, actionCount: 10_000 })
  },
)
