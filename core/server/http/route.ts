import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import * as z from 'zod/mini'
import type { Endpoint, ParsedInput, ResponseBody } from '../../contract/endpoint.ts'
import type { ApiScope } from '../../contract/roles.ts'
import { RequestProblem } from '../errors.ts'
import type { App } from './app.ts'
import type { Access, ExtraConfig } from './guards/route-access.ts'
import { requireSession, type Session } from './guards/session.ts'

type RouteOptions = {
  /** Scope with which an API token may use the route. Without it, no API token may. */
  scope?: ApiScope
  /** Max bytes of the request body, if it differs from the server's default */
  bodyLimit?: number
  /** MIME types of the request body, if it is not JSON */
  consumes?: readonly string[]
  onRequest?: onRequestAsyncHookHandler
  config?: ExtraConfig
}

type RouteContext<E extends Endpoint, A extends Access> = ParsedInput<E> & {
  /** The session of the signed-in user. */
  session: A extends { audience: 'admin' } ? Session : undefined
  request: FastifyRequest
  reply: FastifyReply
}

type Handler<E extends Endpoint, A extends Access> = E extends { response: object }
  ? (context: RouteContext<E, A>) => Promise<ResponseBody<E> | typeof alreadySent>
  : (context: RouteContext<E, A>) => Promise<void>

/** Result of a handler that has sent the response itself, such as a stream. */
export const alreadySent = Symbol('already sent')

/**
 * Adds the route of an endpoint. The handler gets parsed input and returns the body of the response. If the endpoint
 * lists more than one status, the first one is sent unless the handler sets another.
 */
export function route<E extends Endpoint, A extends Access>(
  app: App,
  endpoint: E,
  { audience, role, scope, consumes, config, ...options }: A & RouteOptions,
  handler: Handler<E, A>,
): void {
  const { method, path, summary, description, params, query, body } = endpoint
  const responses = responsesByStatus(endpoint)
  const status = Number(Object.keys(responses)[0])
  app.route({
    method,
    url: path,
    ...options,
    config: { ...config, audience, ...(role && { role }), ...(scope && { scope }), kind: 'call' },
    schema: {
      summary,
      ...(description && { description }),
      ...(consumes && { consumes: [...consumes] }),
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      response: responses,
    },
    // A request without a body is one with an empty object, where nothing in it is required.
    ...(body &&
      z.safeParse(body, {}).success && {
        preValidation: async (request: FastifyRequest) => {
          if (request.body === undefined) request.body = {}
        },
      }),
    async handler(request, reply: FastifyReply) {
      reply.code(status)
      const result: unknown = await handler({
        params: request.params,
        query: request.query,
        body: request.body,
        session: audience === 'admin' ? requireSession(request) : undefined,
        request,
        reply,
        // Fastify has parsed params, query, and body with the schemas. Its types cannot express that, hence the cast.
      } as RouteContext<E, A>)
      return result === alreadySent ? reply : reply.send(result)
    },
  })
}

function responsesByStatus({ response }: Endpoint): Partial<Record<number, z.core.$ZodType>> {
  if (!response) return { 204: z.undefined() }
  return '_zod' in response ? { 200: response } : response
}

/** Ends the request with 404 if a lookup found nothing (`undefined`) or a change had no target (`false`). */
export function orNotFound<Found>(found: Found | undefined | false): Found {
  if (found === undefined || found === false) throw new RequestProblem('not-found')
  return found
}
