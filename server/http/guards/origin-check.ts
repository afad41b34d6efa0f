import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RequestProblem } from '../../errors.ts'

const reading = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Writes are taken from our own pages only, so that another site cannot act with somebody's cookie. Browsers
 * say where a request comes from in `Sec-Fetch-Site`; where that is missing (plain http in a local network,
 * old browsers) the `Origin` must be ours. A route that takes any origin says so (http/guards/route-access.ts).
 */
export function refuseForeignOrigins(app: FastifyInstance, options: { publicUrl: string }): void {
  const publicOrigin = new URL(options.publicUrl).origin
  app.addHook('onRequest', (request, _reply, done) => {
    if (
      reading.has(request.method) ||
      request.routeOptions.config.anyOrigin ||
      comesFromHere(request, publicOrigin)
    )
      done()
    else done(new RequestProblem('foreign-origin'))
  })
}

function comesFromHere(request: FastifyRequest, publicOrigin: string): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const { origin } = request.headers
  return origin === publicOrigin || origin === `${request.protocol}://${request.host}`
}
