import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { startTemporaryPostgres } from '../../../tests/helpers/temporary-postgres.ts'
import type { TrainingHistories } from '../testing/training-model.ts'

const histories = Number(process.env.HISTORIES ?? 10_000)
/** Threads, each with a database of its own */
const threads = 3

/** Outcomes that must come up in at least one of two hundred histories, so that the checks have something to check */
const outcomes =
  `accept done, accept already, accept over, accept repeated after a restore, race of already and done,
  race of done and over, race of over and over, lapse lapsed, lapse accepted, other-days done, declined done,
  correct done, second offer done, by phone done, paid done, wish done, confirm wish done, client cancels done,
  withdraw done, reschedule done, erase done, end access done, replace moved, restore`.split(/,\s+/)

test(`no history of ${histories} promises a day twice, or confirms an answer never or twice`, async () => {
  const share = Math.ceil(histories / threads)
  const counted = await Promise.all(
    Array.from({ length: threads }, (_, thread) =>
      runInThread({ seed: 1 + thread * share, histories: share }),
    ),
  )
  const counts = new Map<string, number>()
  for (const [name, count] of counted.flatMap((one) => [...one]))
    counts.set(name, (counts.get(name) ?? 0) + count)
  const sorted = [...counts].sort(([a], [b]) => a.localeCompare(b))
  console.log(sorted.map(([name, count]) => `${count} × ${name}`).join('\n'))
  for (const name of outcomes) expect(counts.get(name), name).toBeGreaterThanOrEqual(histories / 200)
}, 7_200_000)

/** Most of the time goes into JavaScript, so a second database alone would not help. */
async function runInThread(part: TrainingHistories): Promise<Map<string, number>> {
  const { connectionString, stop } = await startTemporaryPostgres()
  onTestFinished(stop)
  const thread = new Worker(new URL('../testing/training-model-thread.ts', import.meta.url), {
    workerData: { connectionString, ...part },
  })
  const [counts] = await once(thread, 'message')
  return counts
}
