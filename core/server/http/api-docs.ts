import swagger from '@fastify/swagger'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import type { Config } from '../../config.ts'
import { apiDescription } from '../../contract/api-description.ts'
import { paths } from '../../contract/paths.ts'
import { rights } from '../../contract/roles.ts'
import type { App, RouteDeps } from './app.ts'
import { pageRoute } from './page-route.ts'

/** Collects every route into an OpenAPI document; must run before the routes are added. */
export async function describeApi(app: App, config: Config): Promise<void> {
  const transform = createJsonSchemaTransform({})
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `${config.site.name} API`, version: '1' },
      servers: [{ url: config.publicUrl }],
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: config.https ? '__Host-session' : 'session' },
          token: { type: 'http', scheme: 'bearer', description: 'An API token (Settings > API tokens)' },
        },
      },
    },
    transform(route) {
      const described = transform(route)
      const { audience, role, scope } = route.route.config ?? {}
      // An empty requirement means that visitors may use the endpoint, too.
      const security: Record<string, string[]>[] = [
        audience === 'admin' ? { session: [] } : {},
        ...(scope === undefined ? [] : [{ token: [scope] }]),
      ]
      return { ...described, schema: { ...described.schema, security, ...(role && { 'x-role': role }) } }
    },
  })
}

/** The OpenAPI document and a page to read it on, for admins. */
export function addApiDocs(app: App, { sendPage }: RouteDeps): void {
  const admin = { audience: 'admin', role: rights.work } as const
  pageRoute(app, paths.api.openapi, { ...admin, kind: 'call' }, async (_request, reply) =>
    reply.send(app.swagger()),
  )

  pageRoute(app, paths.api.docs, admin, async (_request, reply) =>
    sendPage(reply, { page: 'apiDocs', props: { api: apiDescription.parse(app.swagger()) } }),
  )
}
