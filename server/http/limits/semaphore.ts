export type Semaphore = {
  /** Runs the work when there is room for it; undefined where too many others wait already. */
  run<Result>(work: () => Promise<Result>, options?: { maxWaiting?: number }): Promise<Result | undefined>
}

/** Lets `max` pieces of work run at once, and `maxWaiting` more wait for their turn, first come, first served. */
export function createSemaphore(limits: { max: number; maxWaiting: number }): Semaphore {
  const waiting: (() => void)[] = []
  let running = 0
  return {
    async run(work, { maxWaiting = limits.maxWaiting } = {}) {
      if (running >= limits.max) {
        if (waiting.length >= maxWaiting) return undefined
        // Whoever finishes hands the place on, so `running` stays as it is.
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
