import { expect, test } from 'vitest'
import { borrowTestDatabase } from '../../../tests/helpers/test-server.ts'
import { runTrainingModel } from '../testing/training-model.ts'

// features/trainings/long/trainings.test.ts runs 10,000 histories.
test('no history of offers promises a day twice, or confirms an answer never or twice', async () => {
  const { connectionString } = await borrowTestDatabase()
  const counts = await runTrainingModel(connectionString, { seed: 20_261_124, histories: 25 })
  const outcomes = ['accept done', 'accept over', 'restore', 'lapse lapsed', 'erase done']
  for (const name of outcomes) expect(counts.get(name), name).toBeGreaterThan(0)
})
