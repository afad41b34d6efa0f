import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RequestProblem } from '../../errors.ts'
import { visitorKey } from './client-network.ts'

type Limit = { max: number; minutes: number }

/** More than any person or page needs. A flood ends here, in memory, before it reaches the database. */
const overallLimit = { max: 600, minutes: 1 }

/** Refuses API requests and forms of a visitor who sends far too many. */
export function limitVisitors(app: FastifyInstance): void {
  const refuseTooMany = createVisitorGuard(app, overallLimit)
  app.addHook('onRequest', async (request) => {
    const { kind } = request.routeOptions.config
    if (kind === 'call' || kind === 'form') await refuseTooMany(request)
  })
}

/** Returns a function that counts one request of a visitor and refuses it if there were too many. */
export function createVisitorGuard(app: FastifyInstance, limit: Limit) {
  const secondsToWait = createVisitorLimit(app, limit)
  return async (request: FastifyRequest): Promise<void> => {
    const wait = await secondsToWait(request)
    if (wait) throw new RequestProblem('too-many-requests', { retryAfterSeconds: wait })
  }
}

/**
 * Creates a counter in memory with a bounded size. The returned function counts one request of a visitor (or of
 * `keyOf`) and returns the seconds to wait if there were too many, otherwise undefined.
 */
export function createVisitorLimit(
  app: FastifyInstance,
  limit: Limit,
  keyOf = (request: FastifyRequest) => visitorKey(request.ip),
) {
  const check = app.createRateLimit({
    max: limit.max,
    timeWindow: limit.minutes * 60_000,
    keyGenerator: keyOf,
  })
  return async (request: FastifyRequest): Promise<number | undefined> => {
    const result = await check(request)
    return !result.isAllowed && result.isExceeded ? result.ttlInSeconds : undefined
  }
}
