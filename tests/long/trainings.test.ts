import { expect, onTestFinished, test } from 'vitest'
import { startTemporaryPostgres } from '../helpers/temporary-postgres.ts'
import { runTrainingModel } from '../helpers/training-model.ts'

const outcomes = [
  'accept done',
  'accept already',
  'accept over',
  'accept day-taken',
  'other-days done',
  'declined done',
  'withdraw done',
  'reschedule done',
  'lapse done',
  'erase done',
  'end access done',
  'replace moved',
  'restore',
]

test('no history of 10,000 promises a day twice, or confirms an answer never or twice', async () => {
  const { connectionString, stop } = await startTemporaryPostgres()
  onTestFinished(stop)
  const counts = await runTrainingModel(connectionString, { seed: 1, histories: 10_000 })
  // Each outcome came up, so the checks had something to check.
  for (const name of outcomes) expect(counts.get(name), name).toBeGreaterThan(50)
}, 7_200_000)
