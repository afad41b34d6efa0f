import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod/mini'
import type { ApiScope, Role } from '../../contract/roles.ts'
import type { App } from './app.ts'
import type { Access, ExtraConfig, RouteKind } from './guards/route-access.ts'

type Schemas<Params, Query> = { params?: z.core.$ZodType<Params>; query?: z.core.$ZodType<Query> }
export type PageRequest<Params, Query> = FastifyRequest<{ Params: Params; Querystring: Query }>

/** Adds the GET route of a page or a public file. It is left out of the API documentation. */
export function pageRoute<Params = unknown, Query = unknown>(
  app: App,
  path: string,
  options: Schemas<Params, Query> & Access & { kind?: RouteKind; config?: ExtraConfig },
  handler: (request: PageRequest<Params, Query>, reply: FastifyReply) => Promise<FastifyReply>,
): void {
  const { audience, role, kind = 'page', config, params, query } = options
  app.get<{ Params: Params; Querystring: Query }>(
    path,
    {
      config: { ...config, audience, ...(role && { role }), kind },
      schema: { hide: true, ...toSchema({ params, query }) },
    },
    handler,
  )
}

type Download = { type: string; filename: string; body: unknown; bytes?: number }

export type DownloadOptions<Params, Query> = Schemas<Params, Query> & {
  role: Role
  /** Scope with which an API token may use the route */
  scope?: ApiScope
  summary: string
  description?: string
  produces?: string[]
}

/** Adds the route of a file that users with the role download from the API. */
export function downloadRoute<Params = unknown, Query = unknown>(
  app: App,
  path: string,
  options: DownloadOptions<Params, Query>,
  handler: (request: PageRequest<Params, Query>) => Promise<Download>,
): void {
  const { role, scope, params, query, ...docs } = options
  app.get<{ Params: Params; Querystring: Query }>(
    path,
    {
      config: { audience: 'admin', role, ...(scope && { scope }), kind: 'call' },
      // A HEAD request would run the handler, which records a download, although nothing is downloaded.
      exposeHeadRoute: false,
      schema: { ...docs, ...toSchema({ params, query }) },
    },
    async (request, reply) => {
      const { type, filename, body, bytes } = await handler(request)
      reply.type(type).header('content-disposition', `attachment; filename="${filename}"`)
      if (bytes !== undefined) reply.header('content-length', bytes)
      return reply.send(body)
    },
  )
}

/** Omits undefined schemas, because Fastify warns about them. */
const toSchema = ({ params, query }: Schemas<unknown, unknown>) => ({
  ...(params && { params }),
  ...(query && { querystring: query }),
})
