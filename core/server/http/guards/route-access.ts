import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteOptions,
} from 'fastify'
import { factorSetupPath, loginPath } from '../../../contract/paths.ts'
import { type ApiScope, isAtLeast, type Role, whoMay } from '../../../contract/roles.ts'
import { isDatabaseAway } from '../../db/connect.ts'
import { RequestProblem } from '../../errors.ts'
import type { Session } from './session.ts'

/**
 * The people who may use a route. If a route has no audience, the server does not start. A guest is anyone who has the
 * link of an invitation: the feature looks up the token in the path and returns only what belongs to that token.
 */
export type Audience = 'everyone' | 'guest' | 'admin'

/**
 * The audience of a route. For the audience admin, also the lowest role that may use it: `rights` in core/contract/roles.ts
 * names the roles. If the role is missing, the server does not start.
 */
export type Access = { audience: 'everyone' | 'guest'; role?: never } | { audience: 'admin'; role: Role }

/** What a route says beside its access and kind */
export type ExtraConfig = Omit<FastifyContextConfig, 'audience' | 'role' | 'scope' | 'kind'>

/** The kind of route: a page, the plain form of a page, an endpoint of the JSON API, a file, or a probe. */
export type RouteKind = 'page' | 'form' | 'call' | 'file' | 'probe'

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route with its audience and role */
    routeTable: RouteEntry[]
  }
  interface FastifyContextConfig {
    audience?: Audience
    /** Lowest role that may use the route. Required for the audience admin. */
    role?: Role
    /** Scope with which an API token may use the route. Without it, no API token may. */
    scope?: ApiScope
    kind?: RouteKind
    /** True if a user who has to set up a second factor before anything else may use the route */
    isFactorSetup?: boolean
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

export type RouteEntry = {
  method: string
  url: string
  audience: Audience
  /** Lowest role that may use the route; undefined unless the audience is admin */
  role: Role | undefined
  /** Scope with which an API token may use the route; undefined if none may */
  scope: ApiScope | undefined
  kind: RouteKind
}

/** Enforces the audience and the role of each route. Returns all routes, for tests that walk the table. */
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
          `The route ${method} ${url} does not say its audience and kind (core/server/http/guards/route-access.ts).`,
        )
      const { audience, role, scope, kind } = config
      if (audience === 'admin' && !role)
        throw new Error(
          `The route ${method} ${url} is for admins and does not say which role it needs (core/server/http/guards/route-access.ts).`,
        )
      for (const one of [method].flat()) table.push({ method: one, url, audience, role, scope, kind })
    }
  })
  app.addHook('onRequest', async (request, reply) => {
    const { audience, whenRefused } = request.routeOptions.config
    if (audience === 'guest') reply.headers(linkHeaders)
    if (audience !== 'admin') return
    reply.header('cache-control', 'no-store')
    // The session is checked below, once the body has been read.
    if (whenRefused) return
    await request.loadSession()
    if (!request.session) return refuse(request, reply)
    checkRole(request.session, request.routeOptions.config.role)
  })
  app.addHook('preValidation', async (request, reply) => {
    const { audience, role, whenRefused } = request.routeOptions.config
    if (audience !== 'admin') return
    if (!whenRefused) {
      if (reply.elapsedTime < maxStaleMs) return
      await request.reloadSession()
      if (!request.session) return refuse(request, reply)
      return checkRole(request.session, role)
    }
    try {
      await request.loadSession()
    } catch (error) {
      if (!isDatabaseAway(error)) throw error
      return whenRefused(request, reply, 'unavailable')
    }
    if (!request.session) return whenRefused(request, reply, 'signed-out')
    checkRole(request.session, request.routeOptions.config.role)
  })
  return table
}

/** A body may take minutes to arrive. After this many ms, the session and the role are looked up again. */
const maxStaleMs = 500

/** The token is in the URL, which must not be stored, indexed, or sent to other sites. */
const linkHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex',
}

function refuse(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { mustSetUpFactor } = request
  if (request.routeOptions.config.kind === 'page')
    return reply.redirect(mustSetUpFactor ? factorSetupPath(request.url) : loginPath(request.url), 303)
  throw new RequestProblem(mustSetUpFactor ? 'factor-needed' : 'sign-in-required')
}

/** Throws if the user's role is too low for the route. A route without a role is for owners, to be on the safe side. */
function checkRole({ user }: Session, needed: Role = 'owner'): void {
  if (!isAtLeast(user.role, needed)) throw new RequestProblem('role-too-low', { detail: whoMay[needed] })
}
