import type { FastifyInstance } from 'fastify'
import { RequestProblem } from '../errors.ts'

/** Plain forms are for pages. Calls take JSON, which no other site can send without asking first (CORS). */
export function refuseFormsOnCalls(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const type = request.headers['content-type']
    if (request.routeOptions.config.kind === 'call' && type?.startsWith('application/x-www-form-urlencoded'))
      throw new RequestProblem('unsupported-media-type')
  })
}
