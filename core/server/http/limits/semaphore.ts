/** Lets `max` tasks run at once and `maxWaiting` more wait, first come, first served. */
export function createSemaphore(limits: { max: number; maxWaiting: number }) {
  const waiting: (() => void)[] = []
  let running = 0
  return {
    /** Runs the work as soon as there is room. Resolves to undefined if too many others are already waiting. */
    async run<Result>(work: () => Promise<Result>, { maxWaiting = limits.maxWaiting } = {}) {
      if (running >= limits.max) {
        if (waiting.length >= maxWaiting) return undefined
        // A finished task passes its place on to this one, so `running` does not change.
        await new Promise<void>((resolve) => waiting.push(resolve))
      } else running++
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else running--
      }
    },
  }
}
