import { expect, test } from 'vitest'
import { borrowTestDatabase } from '../../../tests/helpers/test-server.ts'
import { runEventModel } from '../testing/event-model.ts'

// features/events/long/events.test.ts runs 10,000 histories.
test('no history of dates gives a seat twice, lets someone wait for a free one, or tells something never or twice', async () => {
  const { connectionString } = await borrowTestDatabase()
  const counts = await runEventModel(connectionString, { seed: 20_261_128, histories: 25 })
  const outcomes = ['join done', 'cancel done', 'change done', 'walk in done', 'erase done', 'restore']
  for (const name of outcomes) expect(counts.get(name), name).toBeGreaterThan(0)
})
