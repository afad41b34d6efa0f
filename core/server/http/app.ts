import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, RawServerDefault } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Config } from '../../config.ts'
import type { Site } from '../../contract/site.ts'
import type { View } from '../../web/page.ts'
import type { ConnectionSource } from '../connected-services.ts'
import type { Database } from '../db/connect.ts'

/** Type of the Fastify server with Zod schemas */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse<IncomingMessage>,
  FastifyBaseLogger,
  ZodTypeProvider
>

/** Renders a page for one visitor. The response is never cached. */
export type SendPage = (reply: FastifyReply, view: View, status?: number) => Promise<FastifyReply>

/** Reads the site's name, addresses, and links: the values that an admin set, or else the configured ones. */
export type SiteSource = { read(): Promise<Site> }

/** Dependencies that most routes need. A feature adds further ones in its own signature. */
export type RouteDeps = {
  config: Config
  db: Database
  sendPage: SendPage
  siteSource: SiteSource
  connections: ConnectionSource
}

/** Ready: accepts visitors. Draining: finishes open requests, then closes. */
export type Readiness = { ready: boolean; draining: boolean }
