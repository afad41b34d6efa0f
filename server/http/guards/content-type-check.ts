import type { FastifyInstance } from 'fastify'
import { RequestProblem } from '../../errors.ts'

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
