import underPressure from '@fastify/under-pressure'
import { RequestProblem } from '../../errors.ts'
import type { App } from '../app.ts'

/** A long interval, so that one pause of the machine, such as a snapshot or a closed lid, does not count as overload */
const defaultLimits = {
  /** Ms over which the delay of the event loop is averaged */
  sampleInterval: 5000,
  /** Mean delay in ms above which requests are refused; 0 if none are */
  maxEventLoopDelay: 2000,
}
export type OverloadLimits = typeof defaultLimits

/** No turn of the event loop was measured: the process was paused, and the pause is over. */
const pauseDelay = Number.POSITIVE_INFINITY

/** Part of a route's config: the route is served during an overload, too. */
export const servedUnderPressure = { pressureHandler: () => {} }

/** Refuses requests while the process is overloaded. */
export async function refuseWhenOverloaded(app: App, limits = defaultLimits): Promise<void> {
  await app.register(underPressure, {
    ...limits,
    pressureHandler(_request, _reply, _type, delay) {
      if (delay === pauseDelay) return
      throw new RequestProblem('overloaded', { retryAfterSeconds: Math.ceil(limits.sampleInterval / 1000) })
    },
  })
}

/** True while requests are refused. */
export function isOverloaded(app: App): boolean {
  return app.isUnderPressure() && app.memoryUsage().eventLoopDelay !== pauseDelay
}
