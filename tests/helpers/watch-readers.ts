import { tracingChannel } from 'node:diagnostics_channel'

/**
 * Runs `work`, and counts the texts that child processes parse or sanitize in the meantime: `started` is their number,
 * `max` the highest number at the same time.
 */
export async function watchReaders<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; started: number; max: number }> {
  let started = 0
  let reading = 0
  let max = 0
  const subscribers = {
    start() {
      started++
      max = Math.max(max, ++reading)
    },
    asyncEnd() {
      reading--
    },
    end() {},
    asyncStart() {},
    error() {},
  }
  const channel = tracingChannel('everyday-ai.read-text')
  channel.subscribe(subscribers)
  try {
    const result = await work()
    return { result, started, max }
  } finally {
    channel.unsubscribe(subscribers)
  }
}
