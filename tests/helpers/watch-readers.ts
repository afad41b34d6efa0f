import { tracingChannel } from 'node:diagnostics_channel'

/** Does the work, and also returns how many texts child processes read for it, and the max number at the same time. */
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
