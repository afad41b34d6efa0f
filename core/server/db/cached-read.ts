import { freshWaitMs, outagePauseMs, settleWithin } from '../timeouts.ts'
import { isDatabaseAway } from './connect.ts'

/** A value from the database that nearly every request needs */
export type CachedRead<Value> = { read(): Promise<Value>; forget(): void }

const maxAgeMs = 60_000

/**
 * Caches a value from the database. After a minute, `read` still returns the cached one and refreshes it in the
 * background. After `forget`, it waits up to `freshWaitMs` for a new one. If the database is unreachable, the last known
 * value is used, or `initial`. `onChange` is called if an outdated value was returned.
 */
export function cacheRead<Value>(
  load: () => Promise<Value>,
  initial: Value,
  onChange: () => void,
): CachedRead<Value> {
  let known = initial
  let readAt = Number.NEGATIVE_INFINITY
  let retryAt = 0
  let mustWait = true
  let wasStale = false
  let reading: { done: Promise<void>; startedAt: number } | undefined

  function startReading() {
    const done = load().then(
      (value) => {
        // `forget` was called in the meantime, so this may be outdated.
        if (reading !== mine) return
        reading = undefined
        const isChanged = wasStale && JSON.stringify(value) !== JSON.stringify(known)
        known = value
        readAt = Date.now()
        mustWait = false
        wasStale = false
        if (isChanged) onChange()
      },
      (error: unknown) => {
        if (reading !== mine) return
        reading = undefined
        // After any error other than an outage, the next caller waits and gets the error.
        mustWait = !isDatabaseAway(error)
        if (mustWait) throw error
        retryAt = Date.now() + outagePauseMs
      },
    )
    // Callers that wait get the error. If no one waits, the error would be unhandled and end the process, so it is
    // caught.
    done.catch(() => {})
    const mine = { done, startedAt: Date.now() }
    return mine
  }

  return {
    async read() {
      const now = Date.now()
      if (now - readAt < maxAgeMs) return known
      if (now >= retryAt) reading ??= startReading()
      if (reading && mustWait) await settleWithin(reading.done, reading.startedAt + freshWaitMs - now)
      if (Date.now() - readAt >= maxAgeMs) wasStale = true
      return known
    },
    forget() {
      readAt = Number.NEGATIVE_INFINITY
      retryAt = 0
      mustWait = true
      wasStale = false
      reading = undefined
    },
  }
}
