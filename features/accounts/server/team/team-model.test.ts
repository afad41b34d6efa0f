import { test } from 'vitest'
import { startTestServer } from '../../../../tests/helpers/test-server.ts'
import { runTeamModel } from '../../testing/team-model.ts'

// features/accounts/long/team-model.test.ts does 10,000 actions.
test('no sequence of 600 actions takes the last owner away or gives anyone a right', async () => {
  const server = await startTestServer({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
  await runTeamModel(server, { seed: 20_261_123, actionCount: 600 })
})
