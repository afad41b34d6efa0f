import type { Origin } from '../../../../core/server/connected-services.ts'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import { RequestProblem } from '../../../../core/server/errors.ts'
import { countEvent } from '../../../../core/server/http/limits/rate-counter.ts'
import { CircuitBreaker } from './circuit-breaker.ts'
import { problemOf, ServiceFault, type ServicePurpose } from './fault.ts'

/** Max calls per user and window, counting all services together */
const maxCalls = 60
const windowSeconds = 10 * 60

export type CallService = <Result>(userId: number, call: () => Promise<Result>) => Promise<Result>

/** Wraps calls to one service in its circuit breaker and the limit per user, and turns faults into problems. */
export function createServiceCaller(
  db: Queryable,
  purpose: ServicePurpose,
  origin: Origin,
  restMs: number,
): CallService {
  const breaker = new CircuitBreaker(restMs)
  return async (userId, call) => {
    try {
      return await breaker.run(async () => {
        // Counted before the call, so that parallel calls cannot exceed the limit.
        const { count, retryAfterSeconds } = await countEvent(db, `assistant:${userId}`, windowSeconds)
        if (count > maxCalls)
          throw new RequestProblem('too-many-requests', {
            detail: `You’ve used AI ${maxCalls} times in 10 minutes, which is the limit. Wait a few minutes and try again.`,
            retryAfterSeconds,
          })
        return await call()
      })
    } catch (error) {
      throw error instanceof ServiceFault ? problemOf(error, purpose, origin) : error
    }
  }
}
