import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { loginPath } from '../../../contracts/paths.ts'
import { isDatabaseAway } from '../../db/connect.ts'
import { RequestProblem } from '../../errors.ts'

/**
 * The people who may use a route. If a route has no audience, the server does not start. A guest is anyone who has the
 * link of an invitation: the feature looks up the token in the path and returns only what belongs to that token.
 */
export type Audience = 'everyone' | 'guest' | 'admin'

/** The kind of route: a page, the plain form of a page, an endpoint of the JSON API, a file, or a probe. */
export type RouteKind = 'page' | 'form' | 'call' | 'file' | 'probe'

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route with its audience. */
    routeTable: RouteEntry[]
  }
  interface FastifyContextConfig {
    audience?: Audience
    kind?: RouteKind
    /** True for a write that other sites and programs may make, because the URL contains a secret */
    anyOrigin?: boolean
    /** True if error responses repeat `detail` as `error`, for clients that read only `error` */
    namesError?: boolean
    /**
     * For a form with much text: responds to a signed-out visitor, so that the text is not lost. The body has been
     * read, but not validated.
     */
    whenRefused?: (request: FastifyRequest, reply: FastifyReply, why: Refused) => Promise<FastifyReply>
  }
}

/** Reason for a refusal: the visitor is signed out, or the database with the sessions cannot be reached. */
export type Refused = 'signed-out' | 'unavailable'

export type RouteEntry = { method: string; url: string; audience: Audience; kind: RouteKind }

/** Enforces the audience of each route. Returns all routes, for tests that walk the table. */
export function requireAudience(app: FastifyInstance): RouteEntry[] {
  const table: RouteEntry[] = []
  const seen: RouteOptions[] = []
  app.addHook('onRoute', (route) => {
    seen.push(route)
  })
  app.addHook('onReady', async () => {
    for (const { method, url, config } of seen) {
      if (!config?.audience || !config.kind)
        throw new Error(
          `The route ${method} ${url} does not say its audience and kind (server/http/guards/route-access.ts).`,
        )
      for (const one of [method].flat())
        table.push({ method: one, url, audience: config.audience, kind: config.kind })
    }
  })
  app.addHook('onRequest', async (request, reply) => {
    const { audience, whenRefused } = request.routeOptions.config
    if (audience === 'guest') reply.headers(guestHeaders)
    if (audience !== 'admin') return
    reply.header('cache-control', 'no-store')
    // The session is checked below, once the body has been read.
    if (whenRefused) return
    await request.loadSession()
    if (!request.session) return refuse(request, reply)
  })
  app.addHook('preValidation', async (request, reply) => {
    const { audience, whenRefused } = request.routeOptions.config
    if (audience !== 'admin' || !whenRefused) return
    try {
      await request.loadSession()
    } catch (error) {
      if (!isDatabaseAway(error)) throw error
      return whenRefused(request, reply, 'unavailable')
    }
    if (!request.session) return whenRefused(request, reply, 'signed-out')
  })
  return table
}

/** The token is in the URL, which must not be stored, indexed, or sent to other sites. */
const guestHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex',
}

function refuse(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (request.routeOptions.config.kind === 'page') return reply.redirect(loginPath(request.url), 303)
  throw new RequestProblem('sign-in-required')
}
