import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RequestProblem } from '../../errors.ts'
import { visitorKey } from './client-network.ts'

/** More than any person or page does; a flood ends here, in memory, before it reaches the database. */
const everyCall = { max: 600, minutes: 1 }

/** Refuses calls and form posts of a visitor who sends far too many. */
export function limitVisitors(app: FastifyInstance): void {
  const secondsToWait = createVisitorLimit(app, everyCall)
  app.addHook('onRequest', async (request) => {
    const { kind } = request.routeOptions.config
    if (kind !== 'call' && kind !== 'form') return
    const wait = await secondsToWait(request)
    if (wait) throw new RequestProblem('too-many-requests', { retryAfterSeconds: wait })
  })
}

/**
 * A counter in the memory of this process, bounded in size: it counts one request of a visitor, or of what `keyOf`
 * says, and gives the seconds to wait where there were too many.
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
