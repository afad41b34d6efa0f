import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RequestProblem } from '../../errors.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Accepts writes from our own pages only, so that another site cannot act with a user's cookie. Browsers send the
 * origin of a request in `Sec-Fetch-Site`; if that is missing (plain http in a local network, old browsers), `Origin`
 * must be ours. A route that accepts any origin has `anyOrigin` in its config. A request that an API token authorizes
 * carries no cookie's rights, so its origin does not matter.
 */
export function refuseForeignOrigins(app: FastifyInstance, options: { publicUrl: string }): void {
  const publicOrigin = new URL(options.publicUrl).origin
  app.addHook('onRequest', (request, _reply, done) => {
    if (
      safeMethods.has(request.method) ||
      request.routeOptions.config.anyOrigin ||
      request.session?.user.tokenId !== undefined ||
      isSameOrigin(request, publicOrigin)
    )
      done()
    else done(new RequestProblem('foreign-origin'))
  })
}

function isSameOrigin(request: FastifyRequest, publicOrigin: string): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const { origin } = request.headers
  return origin === publicOrigin || origin === `${request.protocol}://${request.host}`
}

/**
 * Refuses plain forms at endpoints. Endpoints accept only JSON, which no other site can send without a CORS preflight.
 */
export function refuseFormsOnCalls(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')
    if (isForm && request.routeOptions.config.kind === 'call')
      done(new RequestProblem('unsupported-media-type'))
    else done()
  })
}
