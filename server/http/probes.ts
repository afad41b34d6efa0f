import { z } from 'zod/mini'
import { paths } from '../../contracts/paths.ts'
import type { App, Readiness } from './app.ts'

const state = z.object({ status: z.enum(['ok', 'not ready']), reason: z.optional(z.string()) })

type ProbeDeps = {
  readiness: Readiness
  /** Explains to the person who runs the server why the database cannot be written to; undefined if it can */
  databaseTrouble: () => string | undefined
}

/** For a supervisor or load balancer: is the process alive, and is it ready for visitors? */
export function addProbes(app: App, { readiness, databaseTrouble }: ProbeDeps): void {
  const config = { audience: 'everyone', kind: 'probe' } as const
  const schema = { hide: true, response: { 200: state, 503: state } }
  // A busy process is alive. Without this handler, it would get 503, and a supervisor would end the process.
  const underAnyPressure = { ...config, pressureHandler: () => {} }
  app.get(paths.healthz, { config: underAnyPressure, schema }, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    return { status: 'ok' as const }
  })
  app.get(paths.readyz, { config, schema }, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    const reason = databaseTrouble()
    if (readiness.ready && reason === undefined) return { status: 'ok' as const }
    return reply.code(503).send({ status: 'not ready' as const, ...(reason && { reason }) })
  })
}
