import { ServiceFault } from './fault.ts'

const maxConcurrent = 4
const maxFailures = 5
const failureWindow = 60_000

/**
 * Lets calls to one service through, at most four at once. After five timeouts or server errors within a minute
 * none goes through for a while; then one tries, and if that works, all do.
 */
export class Gate {
  #running = 0
  #failures: number[] = []
  #restsUntil = 0
  #trying = false
  readonly #rest: number

  constructor(restMs: number) {
    this.#rest = restMs
  }

  async pass<Result>(call: () => Promise<Result>): Promise<Result> {
    const now = performance.now()
    const resting = this.#restsUntil > 0
    if (resting && (now < this.#restsUntil || this.#trying))
      throw new ServiceFault('resting', Math.max(1, Math.ceil((this.#restsUntil - now) / 1000)))
    if (this.#running >= maxConcurrent) throw new ServiceFault('full', 5)
    this.#running++
    if (resting) this.#trying = true
    try {
      const result = await call()
      if (resting) this.#restsUntil = 0
      return result
    } catch (error) {
      this.#note(error, resting)
      throw error
    } finally {
      this.#running--
      if (resting) this.#trying = false
    }
  }

  #note(error: unknown, wasTry: boolean): void {
    const now = performance.now()
    // Nothing was learned about the service: it was not asked, or not to the end.
    if (!(error instanceof ServiceFault) || error.kind === 'stopped') return
    // A refusal for our own reasons (a wrong key, an odd answer) shows that the service is there.
    const failed =
      ['timeout', 'broken', 'overloaded'].includes(error.kind) || (wasTry && error.kind === 'unreachable')
    if (!failed) {
      if (wasTry) this.#restsUntil = 0
      return
    }
    this.#failures = [...this.#failures.filter((at) => now - at < failureWindow), now]
    if (!wasTry && this.#failures.length < maxFailures) return
    this.#failures = []
    this.#restsUntil = now + this.#rest
  }
}
