import { setTimeout as sleep } from 'node:timers/promises'

/** How long a visitor waits for a new version while an old one could be served, in ms. */
export const freshWaitMs = 1000

/** How long no query is tried again after the database was away, in ms. */
export const outagePauseMs = 5000

/** The promise's value if it settles in time, otherwise undefined; the work itself continues. */
export async function settleWithin<Value>(
  promise: Promise<Value>,
  milliseconds: number,
): Promise<Value | undefined> {
  const waiting = new AbortController()
  try {
    return await Promise.race([
      promise,
      sleep(Math.max(milliseconds, 0), undefined, { signal: waiting.signal }),
    ])
  } finally {
    waiting.abort()
  }
}
