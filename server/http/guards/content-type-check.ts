import type { FastifyInstance } from 'fastify'
import { RequestProblem } from '../../errors.ts'

/** Plain forms are for pages. Calls take JSON, which no other site can send without asking first (CORS). */
export function refuseFormsOnCalls(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')
    if (isForm && request.routeOptions.config.kind === 'call')
      done(new RequestProblem('unsupported-media-type'))
    else done()
  })
}
