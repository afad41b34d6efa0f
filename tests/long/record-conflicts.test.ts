import { expect, test } from 'vitest'
import { openForms, runConflictRounds } from '../helpers/conflict-rounds.ts'
import { startLoneServer } from '../helpers/lone-server.ts'

const rounds = 200

test(`of two users who save one record at once, ${rounds} times in every kind of form, nothing is overwritten silently`, async () => {
  const { server } = await startLoneServer({ env: { TIME_ZONE: 'UTC', TRUSTED_PROXIES: '127.0.0.1' } })
  const { forms, as } = await openForms(server)
  for (const [name, form] of Object.entries(forms)) {
    const counts = await runConflictRounds(form, as, rounds)
    console.info(`${name}: ${JSON.stringify(counts)}`)
    expect(counts.merged, name).toBe(rounds / 2)
    expect(Math.min(counts.keptMine, counts.tookTheirs), name).toBeGreaterThan(0)
  }
})
