import underPressure from '@fastify/under-pressure'
import { RequestProblem } from '../../errors.ts'
import type { App } from '../app.ts'

type Limits = {
  /** Ms over which the turns of the event loop are watched. */
  sampleInterval: number
  /** Ms of the mean delay of a turn above which requests are refused. */
  maxEventLoopDelay: number
}

/** Long, so that one pause of the machine (a snapshot, a lid that was closed) is not taken for overload. */
const usualLimits: Limits = { sampleInterval: 5000, maxEventLoopDelay: 2000 }

/** Refuses requests while the process has more to do than it can. */
export async function refuseWhenOverloaded(app: App, limits: Limits = usualLimits): Promise<void> {
  await app.register(underPressure, {
    ...limits,
    pressureHandler(_request, _reply, _type, delay) {
      // The plugin's word for "no turn was measured": the whole sample was one pause, and that is over.
      if (delay === Number.POSITIVE_INFINITY) return
      throw new RequestProblem('overloaded', { retryAfterSeconds: Math.ceil(limits.sampleInterval / 1000) })
    },
  })
}
