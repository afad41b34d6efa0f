import { ServiceFault } from './fault.ts'

const maxConcurrent = 4
const maxFailures = 5
const failureWindow = 60_000

/**
 * Runs calls to one service, at most four at once. After five timeouts or server errors within a minute, it refuses all
 * calls for `restMs`. Then it lets one call through as a trial; if that succeeds, calls are allowed again.
 */
export class CircuitBreaker {
  #running = 0
  #failures: number[] = []
  #restsUntil = 0
  #isTrial = false
  readonly #rest: number

  constructor(restMs: number) {
    this.#rest = restMs
  }

  async run<Result>(call: () => Promise<Result>): Promise<Result> {
    const now = performance.now()
    const resting = this.#restsUntil > 0
    if (resting && (now < this.#restsUntil || this.#isTrial))
      throw new ServiceFault('resting', {
        retryAfterSeconds: Math.max(1, Math.ceil((this.#restsUntil - now) / 1000)),
      })
    if (this.#running >= maxConcurrent) throw new ServiceFault('full', { retryAfterSeconds: 5 })
    this.#running++
    if (resting) this.#isTrial = true
    try {
      const result = await call()
      if (resting) this.#restsUntil = 0
      return result
    } catch (error) {
      this.#note(error, resting)
      throw error
    } finally {
      this.#running--
      if (resting) this.#isTrial = false
    }
  }

  #note(error: unknown, wasTrial: boolean): void {
    const now = performance.now()
    // This error says nothing about the service: the service was not called, or the user stopped the call.
    if (!(error instanceof ServiceFault) || error.kind === 'stopped') return
    // Other faults (a wrong key, an unusable reply) show that the service responds.
    const failed =
      ['timeout', 'broken', 'overloaded'].includes(error.kind) || (wasTrial && error.kind === 'unreachable')
    if (!failed) {
      if (wasTrial) this.#restsUntil = 0
      return
    }
    this.#failures = [...this.#failures.filter((at) => now - at < failureWindow), now]
    if (!wasTrial && this.#failures.length < maxFailures) return
    this.#failures = []
    this.#restsUntil = now + this.#rest
  }
}
