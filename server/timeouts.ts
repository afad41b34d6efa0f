import { setTimeout as sleep } from 'node:timers/promises'

/** How long a visitor waits for something new while something old could be shown, in ms. */
export const patience = 1000

/** After the database was away, how long it is left alone, in ms. */
export const pauseAfterOutage = 5000

/** What a promise gives within a time; undefined where it takes longer. Then it goes on by itself. */
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
