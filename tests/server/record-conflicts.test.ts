import { expect, test } from 'vitest'
import { openForms, runConflictRounds } from '../helpers/conflict-rounds.ts'
import { startTestServer } from '../helpers/test-server.ts'

// tests/long/record-conflicts.test.ts runs 200 rounds each.
test('of two users who save one record at once, nothing is overwritten silently, in every kind of form', async () => {
  const server = await startTestServer({ env: { TIME_ZONE: 'UTC', TRUSTED_PROXIES: '127.0.0.1' } })
  const { forms, as } = await openForms(server)
  for (const [name, form] of Object.entries(forms)) {
    const { merged, keptMine, tookTheirs } = await runConflictRounds(form, as, 10)
    expect([merged, keptMine + tookTheirs], name).toEqual([5, 5])
  }
})
