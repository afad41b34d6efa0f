import { z } from 'zod/mini'
import { paths } from '../../contracts/paths.ts'
import { type ReadinessResponse, readinessResponse } from '../../contracts/readiness.ts'
import type { Config } from '../config.ts'
import { version } from '../version.ts'
import type { App, Readiness } from './app.ts'

const alive = z.object({ status: z.literal('ok') })

type ProbeDeps = {
  config: Pick<Config, 'isRehearsal'>
  readiness: Readiness
  /** Explains to the person who runs the server why the database cannot be written to; undefined if it can */
  databaseTrouble: () => string | undefined
}

/** For a supervisor or load balancer: is the process alive, and is it ready for visitors? */
export function addProbes(
  app: App,
  { config: { isRehearsal }, readiness, databaseTrouble }: ProbeDeps,
): void {
  const config = { audience: 'everyone', kind: 'probe' } as const
  // A busy process is alive. Without this handler, it would get 503, and a supervisor would end the process.
  const underAnyPressure = { ...config, pressureHandler: () => {} }
  const health = { hide: true, response: { 200: alive } }
  app.get(paths.healthz, { config: underAnyPressure, schema: health }, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    return { status: 'ok' as const }
  })
  const schema = { hide: true, response: { 200: readinessResponse, 503: readinessResponse } }
  app.get(paths.readyz, { config, schema }, async (_request, reply): Promise<ReadinessResponse> => {
    reply.header('cache-control', 'no-store')
    const reason = databaseTrouble()
    if (readiness.ready && reason === undefined)
      return { status: 'ok', version, ...(isRehearsal && { isRehearsal }) }
    reply.code(503)
    return { status: 'not ready', version, ...(reason && { reason }) }
  })
}
