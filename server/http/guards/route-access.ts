import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { loginPath } from '../../../contracts/paths.ts'
import { isDatabaseAway } from '../../db/connect.ts'
import { RequestProblem } from '../../errors.ts'

/**
 * Who may use a route. A route that does not say stops the server from starting. A guest is whoever has the link of
 * an invitation: the token in the path is looked up by the feature, which gives only what belongs to it.
 */
export type Audience = 'everyone' | 'guest' | 'admin'

/** What a route answers with: a page, the plain form post of a page, a JSON call, a file or a probe. */
export type RouteKind = 'page' | 'form' | 'call' | 'file' | 'probe'

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route with its audience. */
    routeTable: RouteEntry[]
  }
  interface FastifyContextConfig {
    audience?: Audience
    kind?: RouteKind
    /** A write that other sites and programs may make: what is in its address is the authority. */
    anyOrigin?: boolean
    /** Its problems also carry `error`, the same sentence as `detail`, for callers that read only that. */
    namesError?: boolean
    /**
     * For a form that holds much text: answers whoever is turned away, so that the text comes back. The body
     * has been read and not been checked.
     */
    whenRefused?: (request: FastifyRequest, reply: FastifyReply, why: Refused) => Promise<FastifyReply>
  }
}

/** Nobody is signed in, or the records that know it cannot be reached. */
export type Refused = 'signed-out' | 'unavailable'

export type RouteEntry = { method: string; url: string; audience: Audience; kind: RouteKind }

/** Every route with its audience, for the tests that walk the whole table. */
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
    // Asked below, once the body is there to be given back.
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

/** The token is in the address: it must not be kept, found, or travel on with a link. */
const guestHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex',
}

function refuse(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (request.routeOptions.config.kind === 'page') return reply.redirect(loginPath(request.url), 303)
  throw new RequestProblem('sign-in-required')
}
