import { setTimeout as sleep } from 'node:timers/promises'

/** Ms that a visitor waits for a fresh page before a stale one is served */
export const freshWaitMs = 1000

/** Ms without any further query after the database was unavailable */
export const outagePauseMs = 5000

/** Returns the promise's value if it settles in time, otherwise undefined. The work itself continues. */
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
