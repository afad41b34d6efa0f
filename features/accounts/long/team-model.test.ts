import { test } from 'vitest'
import { startLoneServer } from '../../../tests/helpers/lone-server.ts'
import { runTeamModel } from '../testing/team-model.ts'

test.each([1, 2, 3])(
  'no sequence of 10,000 actions takes the last owner away or gives anyone a right (seed %i)',
  async (seed) => {
    const { server } = await startLoneServer({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
    await runTeamModel(server, { seed, actionCount: 10_000 })
  },
)
