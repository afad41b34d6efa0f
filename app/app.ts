import { randomUUID } from 'node:crypto'
import { createServer, maxHeaderSize, type Server } from 'node:http'
import formbody from '@fastify/formbody'
import {
  type FastifyError,
  type FastifyHttpOptions,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { RequestProblem } from '../core/server/errors.ts'
import { addApiDocs, describeApi } from '../core/server/http/api-docs.ts'
import type { App } from '../core/server/http/app.ts'
import { encodeLocations } from '../core/server/http/encode-locations.ts'
import { answerUnreadableAddress, handleErrors } from '../core/server/http/error-handler.ts'
import { limitArrival, maxBodySeconds } from '../core/server/http/guards/body-timeout.ts'
import { refuseForeignOrigins, refuseFormsOnCalls } from '../core/server/http/guards/origin-check.ts'
import { type OverloadLimits, refuseWhenOverloaded } from '../core/server/http/guards/overload.ts'
import { refuseBrokenText } from '../core/server/http/guards/reject-invalid-text.ts'
import { requireAudience } from '../core/server/http/guards/route-access.ts'
import {
  isPublicPage,
  policyOfPage,
  publicPagePolicy,
  securityHeaders,
} from '../core/server/http/guards/security-headers.ts'
import { limitVisitors } from '../core/server/http/limits/visitor-limit.ts'
import { logRequests } from '../core/server/http/logging.ts'
import { createCachedPageServer } from '../core/server/http/page-cache/serve-cached-page.ts'
import { addProbes } from '../core/server/http/probes.ts'
import { createClientErrorHandler, requireOneHost } from '../core/server/http/raw-replies.ts'
import { explainNotReady } from '../core/server/http/readiness.ts'
import { recognizeSourcePages } from '../core/server/http/source-page.ts'
import { judgeApiTokens } from '../features/accounts/server/api-token-hook.ts'
import { addSessions } from '../features/accounts/server/session-hook.ts'
import { createAssistant } from '../features/assistant/server/assistant.ts'
import { isOn } from '../features/manifest/feature.ts'
import { type FeatureDeps, passedDown } from './feature-deps.ts'
import { features, sitePages } from './features.ts'
import { createMetrics } from './metrics/metrics.ts'
import { addMetricsRoute } from './metrics/routes.ts'
import { addAssets } from './pages/server/assets.ts'
import type { Middleware } from './pages/server/dev-tools.ts'
import { createPathCheck } from './pages/server/pages.ts'
import { createProblemPage } from './pages/server/routes.ts'

type MadeHere = 'features' | 'sitePages' | 'sendPage' | 'metrics' | 'assistant' | keyof typeof passedDown
type AppOptions = Omit<FeatureDeps, MadeHere> & {
  /** Middleware of Vite, only in development */
  devMiddleware?: Middleware | undefined
  overloadLimits?: OverloadLimits | undefined
}

const connectionLimits = {
  headersTimeout: 15_000,
  // For the whole request. Most routes have a much shorter limit (http/guards/body-timeout.ts).
  requestTimeout: maxBodySeconds * 1000,
  keepAliveTimeout: 65_000,
  // Node would respond to a missing Host header without our headers, so http/raw-replies.ts does it instead.
  requireHostHeader: false,
}

/** Builds the HTTP server: hooks for every request first, then the routes of each feature. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, db, renderer, siteSource } = options
  const headers = securityHeaders(config)
  const pagePolicy = publicPagePolicy(config)
  const addHeaders = (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(headers).header('x-request-id', request.id)
    if (isPublicPage(request)) reply.header('content-security-policy', pagePolicy)
    if (options.readiness.draining) reply.header('connection', 'close')
  }
  const metrics =
    config.metricsToken === undefined
      ? undefined
      : await createMetrics({ ...options, isReady: () => explainNotReady(app, options) === undefined })
  const serveCachedPage = createCachedPageServer({
    cache: options.pageCache,
    readiness: options.readiness,
    log: options.log,
    headers: { page: { ...headers, 'content-security-policy': pagePolicy }, file: headers },
    countRequest: metrics?.countCachedPage,
    countVisit: options.tally.addVisit,
  })
  const app = createFastify(options, {
    serverFactory: (handleByFastify) =>
      createServer(connectionLimits, (request, response) => {
        if (!serveCachedPage(request, response)) handleByFastify(request, response)
      }),
    clientErrorHandler: createClientErrorHandler(headers),
    // A request whose URL cannot be decoded runs no hooks, so it gets its headers here.
    frameworkErrors(_error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
      addHeaders(request, reply)
      void answerUnreadableAddress(request, reply)
    },
  })
  const deps: FeatureDeps = {
    ...options,
    features,
    sitePages,
    metrics,
    assistant: createAssistant({
      db,
      features,
      connections: options.connections,
      limits: options.serviceLimits,
    }),
    ...passedDown,
    async sendPage(reply, view, status = 200) {
      const html = await renderer.render(view, await siteSource.read())
      return reply
        .code(status)
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .headers(policyOfPage(html, config))
        .send(html)
    },
  }

  const { devMiddleware } = options
  if (devMiddleware)
    app.addHook('onRequest', (request, reply, done) => devMiddleware(request.raw, reply.raw, done))
  app.addHook('onRequest', (request, reply, done) => {
    addHeaders(request, reply)
    done()
  })
  logRequests(app)
  metrics?.countRequests(app)
  encodeLocations(app)
  limitArrival(app, headers)
  requireOneHost(app)
  handleErrors(app, createProblemPage(deps))
  await refuseWhenOverloaded(app, options.overloadLimits)
  await app.register(formbody)
  await addSessions(app, { db, https: config.https })
  limitVisitors(app)
  judgeApiTokens(app, { db })
  recognizeSourcePages(app, config.publicUrl, createPathCheck(sitePages))
  refuseForeignOrigins(app, config)
  refuseFormsOnCalls(app)
  refuseBrokenText(app)
  app.decorate('routeTable', requireAudience(app))
  await describeApi(app, config)

  await app.register((routes: App) => addFeatures(routes, deps))
  return app
}

type ServerOptions = Required<
  Pick<FastifyHttpOptions<Server>, 'serverFactory' | 'clientErrorHandler' | 'frameworkErrors'>
>

function createFastify({ config, log }: AppOptions, serverOptions: ServerOptions): App {
  const app = fastify({
    ...serverOptions,
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    bodyLimit: 1024 * 1024,
    // While the server shuts down, requests on open connections still get a response.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // No segment of a path is too long for the router, because an own page's route takes every segment at the root, and
    // a URL that leads nowhere gets the 404 page. Node limits the length of URLs.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: maxHeaderSize },
  }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.removeContentTypeParser('text/plain')
  return app
}

async function addFeatures(app: App, deps: FeatureDeps): Promise<void> {
  const { config, metrics } = deps
  addProbes(app, deps)
  if (metrics && config.metricsToken) addMetricsRoute(app, metrics, config.metricsToken)
  if (!config.dev) await addAssets(app)
  for (const feature of features) {
    const { routes = [], lastingRoutes = [], optional } = feature
    for (const addRoutes of lastingRoutes) await addRoutes(app, deps)
    await app.register(async (own: App) => {
      if (optional)
        own.addHook('onRequest', async () => {
          if (!isOn((await deps.siteSource.read()).off)(feature)) throw new RequestProblem('not-found')
        })
      for (const addRoutes of routes) await addRoutes(own, deps)
    })
  }
  addApiDocs(app, deps)
}
