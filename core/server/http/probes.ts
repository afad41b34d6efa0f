import { z } from 'zod/mini'
import type { Config } from '../../config.ts'
import { paths } from '../../contract/paths.ts'
import { type ReadinessResponse, readinessResponse } from '../../contract/readiness.ts'
import type { Database } from '../db/connect.ts'
import { readPostgresRelease } from '../db/postgres-release.ts'
import { version } from '../version.ts'
import type { App } from './app.ts'
import { createTokenCheck } from './bearer-token.ts'
import { servedUnderPressure } from './guards/overload.ts'
import { explainNotReady, type ReadinessDeps } from './readiness.ts'

const alive = z.object({ status: z.literal('ok') })

type ProbeDeps = ReadinessDeps & { config: Pick<Config, 'isRehearsal' | 'metricsToken'>; db: Database }

/** For a supervisor or load balancer: is the process alive, and is it ready for visitors? */
export function addProbes(app: App, deps: ProbeDeps): void {
  // A busy process is alive. If /healthz responded with 503, a supervisor would end the process.
  const config = { audience: 'everyone', kind: 'probe', ...servedUnderPressure } as const
  const health = { hide: true, response: { 200: alive } }
  app.get(paths.healthz, { config, schema: health }, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    return { status: 'ok' as const }
  })
  const hasToken =
    deps.config.metricsToken === undefined ? () => false : createTokenCheck(deps.config.metricsToken)
  const schema = { hide: true, response: { 200: readinessResponse, 503: readinessResponse } }
  app.get(paths.readyz, { config, schema }, async (request, reply): Promise<ReadinessResponse> => {
    reply.header('cache-control', 'no-store')
    const reason = explainNotReady(app, deps)
    const { isRehearsal } = deps.config
    if (reason === undefined) {
      const postgres = hasToken(request) && (await readPostgresRelease(deps.db))
      return { status: 'ok', version, ...(isRehearsal && { isRehearsal }), ...(postgres && { postgres }) }
    }
    reply.code(503).header('retry-after', '5')
    return { status: 'not ready', version, reason }
  })
}
