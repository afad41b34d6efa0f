import { expect, onTestFinished, test } from 'vitest'
import { openForms, runConflictRounds } from '../helpers/conflict-rounds.ts'
import { launchServer } from '../helpers/launch-server.ts'
import { startTemporaryPostgres } from '../helpers/temporary-postgres.ts'

const rounds = 200

test(`of two users who save one record at once, ${rounds} times in every kind of form, nothing is overwritten silently`, async () => {
  const { connectionString, stop } = await startTemporaryPostgres()
  onTestFinished(stop)
  const server = await launchServer({
    connectionString,
    env: { TIME_ZONE: 'UTC', TRUSTED_PROXIES: '127.0.0.1' },
  })
  onTestFinished(() => server.close())
  const { forms, as } = await openForms(server)
  for (const [name, form] of Object.entries(forms)) {
    const counts = await runConflictRounds(form, as, rounds)
    console.info(`${name}: ${JSON.stringify(counts)}`)
    expect(counts.merged, name).toBe(rounds / 2)
    expect(Math.min(counts.keptMine, counts.tookTheirs), name).toBeGreaterThan(0)
  }
})
