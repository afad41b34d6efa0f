import { paths } from '../../core/contract/paths.ts'
import { RequestProblem } from '../../core/server/errors.ts'
import type { App } from '../../core/server/http/app.ts'
import { createTokenCheck } from '../../core/server/http/bearer-token.ts'
import { servedUnderPressure } from '../../core/server/http/guards/overload.ts'
import type { Metrics } from './metrics.ts'

/** Adds /metrics for Prometheus, which sends the token as `Authorization: Bearer ...`. */
export function addMetricsRoute(app: App, metrics: Metrics, token: string): void {
  const hasToken = createTokenCheck(token)
  app.get(
    paths.metrics,
    // An overload is what the metrics have to show.
    { config: { audience: 'everyone', kind: 'probe', ...servedUnderPressure }, schema: { hide: true } },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      if (!hasToken(request)) {
        reply.header('www-authenticate', 'Bearer')
        throw new RequestProblem('sign-in-required')
      }
      const { contentType, text } = await metrics.write()
      return reply.type(contentType).send(text)
    },
  )
}
