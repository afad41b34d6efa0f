import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RequestProblem } from '../../errors.ts'
import { visitorKey } from './client-network.ts'

/** More than any person or page needs. A flood ends here, in memory, before it reaches the database. */
const overallLimit = { max: 600, minutes: 1 }

/** Refuses API requests and forms of a visitor who sends far too many. */
export function limitVisitors(app: FastifyInstance): void {
  const secondsToWait = createVisitorLimit(app, overallLimit)
  app.addHook('onRequest', async (request) => {
    const { kind } = request.routeOptions.config
    if (kind !== 'call' && kind !== 'form') return
    const wait = await secondsToWait(request)
    if (wait) throw new RequestProblem('too-many-requests', { retryAfterSeconds: wait })
  })
}

/**
 * A counter in memory, bounded in size. The returned function counts one request of a visitor, or of `keyOf`, and resolves
 * to the seconds to wait if there were too many.
 */
export function createVisitorLimit(
  app: FastifyInstance,
  limit: { max: number; minutes: number },
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
