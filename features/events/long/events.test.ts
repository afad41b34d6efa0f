import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { startTemporaryPostgres } from '../../../tests/helpers/temporary-postgres.ts'
import type { EventHistories } from '../testing/event-model.ts'

const histories = Number(process.env.HISTORIES ?? 10_000)
/** Threads, each with a database of its own */
const threads = 2

/** Outcomes that must come up in at least one of a hundred histories, so that the checks have something to check */
const outcomes =
  `join done, join closed, join as spam done, walk in done, walk in full, change done, change too-few-seats,
  change by us done, cancel done, cancel closed, cancel by us done, admit done, check in done, erase done, move date done,
  change seats done, change seats refused, cancel date done, restore`.split(/,\s+/)

test(`no history of ${histories} gives a seat twice, or tells something never or twice`, async () => {
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
  for (const name of outcomes) expect(counts.get(name), name).toBeGreaterThanOrEqual(histories / 100)
}, 7_200_000)

/** Most of the time goes into JavaScript, so a second database alone would not help. */
async function runInThread(part: EventHistories): Promise<Map<string, number>> {
  const { connectionString, stop } = await startTemporaryPostgres()
  onTestFinished(stop)
  const thread = new Worker(new URL('../testing/event-model-thread.ts', import.meta.url), {
    workerData: { connectionString, ...part },
  })
  const [counts] = await once(thread, 'message')
  return counts
}
