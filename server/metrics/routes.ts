import { createHash, timingSafeEqual } from 'node:crypto'
import { paths } from '../../contracts/paths.ts'
import { RequestProblem } from '../errors.ts'
import type { App } from '../http/app.ts'
import type { Metrics } from './metrics.ts'

/** Adds /metrics for Prometheus, which sends the token as `Authorization: Bearer ...`. */
export function addMetricsRoute(app: App, metrics: Metrics, token: string): void {
  const expected = hash(`Bearer ${token}`)
  app.get(
    paths.metrics,
    { config: { audience: 'everyone', kind: 'probe' }, schema: { hide: true } },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      if (!timingSafeEqual(hash(request.headers.authorization ?? ''), expected)) {
        reply.header('www-authenticate', 'Bearer')
        throw new RequestProblem('sign-in-required')
      }
      const { contentType, text } = await metrics.write()
      return reply.type(contentType).send(text)
    },
  )
}

/** Of equal length, so that they can be compared in constant time. */
const hash = (text: string) => createHash('sha256').update(text).digest()
