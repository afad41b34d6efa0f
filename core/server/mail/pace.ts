export type Pace = ReturnType<typeof createPace>

const usualLimit = 5

/**
 * Adapts to the mail server. Every two accepted emails allow one more at the same time, so the number grows by half in each
 * round. Once the server has refused because of load, it takes ten rounds to allow one more.
 */
export function createPace(max: number) {
  let limit = Math.min(usualLimit, max)
  let accepted = 0
  let hasAccepted = false
  let slowedAt = Number.NEGATIVE_INFINITY
  return {
    /** Number of emails that may be sent at the same time */
    limit: () => limit,
    noteAccepted() {
      hasAccepted = true
      accepted++
      if (limit === max || accepted < (slowedAt > 0 ? limit * 10 : 2)) return
      limit++
      accepted = 0
    },
    /**
     * Halves the limit after the server refused an attempt that began at `startedAt` (ms since 1970) because of load.
     * Returns false if the server has accepted nothing since the limit was last halved: then it is unavailable.
     */
    slowDown(startedAt: number): boolean {
      // Attempts that were already under way say nothing about the lower limit.
      if (startedAt <= slowedAt) return true
      const canGoOn = hasAccepted && limit > 1
      limit = Math.max(1, Math.floor(limit / 2))
      accepted = 0
      hasAccepted = false
      slowedAt = Date.now()
      return canGoOn
    },
  }
}
