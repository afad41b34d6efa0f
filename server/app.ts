import { randomUUID } from 'node:crypto'
import { createServer, maxHeaderSize, type Server } from 'node:http'
import formbody from '@fastify/formbody'
import {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyHttpOptions,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import type pg from 'pg'
import { addAccountPages } from './accounts/account-pages.ts'
import { addAccountRoutes } from './accounts/account-routes.ts'
import { judgeApiTokens } from './accounts/api-token-hook.ts'
import { addApiTokenRoutes } from './accounts/api-token-routes.ts'
import { addLoginPages } from './accounts/login-pages.ts'
import { addPasskeyRoutes } from './accounts/second-factor/passkey-routes.ts'
import { addSecondFactorRoutes } from './accounts/second-factor/routes.ts'
import { addSessions } from './accounts/session-hook.ts'
import { addJoinPage } from './accounts/team/join-page.ts'
import { addPasswordLinkPage } from './accounts/team/password-link-page.ts'
import { addTeamRoutes } from './accounts/team/routes.ts'
import { addActivityRoutes } from './activity/activity-routes.ts'
import { addAdminPages } from './admin/routes.ts'
import { addUnreadRoutes } from './admin/unread-counts.ts'
import { addAiSettingsRoutes } from './assistant/ai-settings-routes.ts'
import { createAssistant } from './assistant/assistant.ts'
import { addDraftRoutes } from './assistant/draft-routes.ts'
import { addAssistantRoutes } from './assistant/routes.ts'
import type { ServiceLimits } from './assistant/service/limits.ts'
import { addBackupRoutes } from './backups/routes.ts'
import type { Config } from './config.ts'
import type { ConnectionSource } from './connected-services.ts'
import { addConnectionRoutes } from './connections/routes.ts'
import type { Database } from './db/connect.ts'
import { addFormRoutes } from './entries/form-routes.ts'
import { addPeopleRoutes } from './entries/people-routes.ts'
import { addPlanPages } from './entries/plan-pages.ts'
import { addPlanRoutes } from './entries/plan-routes.ts'
import { addFileRoutes } from './files/routes.ts'
import { createFindOfferLink } from './find-offer-link.ts'
import { addApiDocs, describeApi } from './http/api-docs.ts'
import type { App, Readiness, SendPage, SiteSource } from './http/app.ts'
import { encodeLocations } from './http/encode-locations.ts'
import { answerUnreadableAddress, handleErrors } from './http/error-handler.ts'
import { limitArrival, maxBodySeconds } from './http/guards/body-timeout.ts'
import { refuseFormsOnCalls } from './http/guards/content-type-check.ts'
import { refuseForeignOrigins } from './http/guards/origin-check.ts'
import { type OverloadLimits, refuseWhenOverloaded } from './http/guards/overload.ts'
import { refuseBrokenText } from './http/guards/reject-invalid-text.ts'
import { requireAudience } from './http/guards/route-access.ts'
import {
  isPublicPage,
  policyOfPage,
  publicPagePolicy,
  securityHeaders,
} from './http/guards/security-headers.ts'
import { limitVisitors } from './http/limits/visitor-limit.ts'
import { logRequests } from './http/logging.ts'
import type { PageCache } from './http/page-cache/page-cache.ts'
import { createCachedPageServer } from './http/page-cache/serve-cached-page.ts'
import { addProbes } from './http/probes.ts'
import { createClientErrorHandler, requireOneHost } from './http/raw-replies.ts'
import { explainNotReady } from './http/readiness.ts'
import { recognizeSourcePages } from './http/source-page.ts'
import type { PageViewCounter } from './insights/page-view-counter.ts'
import { addViewRoutes } from './insights/page-view-routes.ts'
import { addInsightsRoutes } from './insights/routes.ts'
import { addGuestPages } from './invites/guest-pages.ts'
import { findGuestStates } from './invites/guest-states.ts'
import { addInviteRoutes } from './invites/routes.ts'
import { addRoomRoutes } from './invites/writing-room-routes.ts'
import { addLetterRoutes } from './letters/routes.ts'
import type { LookStyles } from './look/look-styles.ts'
import { addLookRoutes } from './look/routes.ts'
import type { WriteEmail } from './mail/email-templates.ts'
import type { MailHooks } from './mail/mail-hooks.ts'
import type { MailLimits } from './mail/mail-limits.ts'
import { addMailRoutes } from './mail/routes.ts'
import { mailHooks } from './mail-hooks.ts'
import { addMediaRoutes } from './media/routes.ts'
import type { MediaStore } from './media/store.ts'
import { createMetrics, type Metrics } from './metrics/metrics.ts'
import { addMetricsRoute } from './metrics/routes.ts'
import { addNewsletterPages } from './newsletter/pages.ts'
import { addNewsletterRoutes } from './newsletter/routes.ts'
import { addPostReadingRoutes } from './posts/reading/routes.ts'
import { deletePreviewLinksOf } from './posts/writing/preview-links.ts'
import { addPostWritingRoutes } from './posts/writing/routes.ts'
import { addDataRoutes } from './privacy/data-routes.ts'
import { findDeletedAddresses } from './privacy/deletion-ledger.ts'
import { addPersonRoutes } from './privacy/person-routes.ts'
import type { RedirectFinder } from './redirects/find-redirect.ts'
import { addSiteSettingsRoutes } from './settings/routes.ts'
import { addAssets } from './site/assets.ts'
import type { Middleware } from './site/dev-tools.ts'
import { isPublicPath } from './site/pages.ts'
import { addPreviewRoutes } from './site/preview-routes.ts'
import type { Renderer } from './site/renderer.ts'
import { addSitePages, createProblemPage } from './site/routes.ts'
import { addSectionPreview } from './site/section-preview.ts'
import { addSiteFiles } from './site/site-files.ts'
import { addSocialPreview } from './site/social-preview.ts'
import { addSectionRoutes } from './site-content/routes.ts'
import { addTodayRoutes } from './today/today-routes.ts'
import { addCalendarRoutes } from './trainings/calendar/routes.ts'
import { addOfferPage } from './trainings/client-page/routes.ts'
import { addFeedRoutes } from './trainings/feed/routes.ts'
import { addPlannerRoutes } from './trainings/planner/routes.ts'
import { addTrainingRoutes } from './trainings/routes.ts'
import { addExportRoutes } from './transfer/export/routes.ts'
import { addImportRoutes } from './transfer/routes.ts'

type AppOptions = {
  config: Config
  db: Database
  pool: pg.Pool
  pageCache: PageCache
  renderer: Renderer
  /** Renders a template of web/emails */
  writeEmail: WriteEmail
  siteSource: SiteSource
  connections: ConnectionSource
  lookStyles: LookStyles
  redirects: RedirectFinder
  media: MediaStore
  tally: PageViewCounter
  log: FastifyBaseLogger
  /** Middleware of Vite, only in development */
  devMiddleware?: Middleware | undefined
  readiness: Readiness
  /** Explains to the operator why the database cannot save, or undefined if it can */
  databaseTrouble: () => string | undefined
  overloadLimits?: OverloadLimits | undefined
  serviceLimits: ServiceLimits
  mailLimits: MailLimits
}

type FeatureDeps = AppOptions & { sendPage: SendPage; mailHooks: MailHooks; metrics: Metrics | undefined }

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
    mailHooks,
    metrics,
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
  recognizeSourcePages(app, config.publicUrl, isPublicPath)
  refuseForeignOrigins(app, config)
  refuseFormsOnCalls(app)
  refuseBrokenText(app)
  app.decorate('routeTable', requireAudience(app))
  await describeApi(app, config)

  await app.register((features: App) => addFeatures(features, deps))
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

async function addFeatures(features: App, deps: FeatureDeps): Promise<void> {
  const { config, db, connections, metrics, serviceLimits } = deps
  addProbes(features, deps)
  if (metrics && config.metricsToken) addMetricsRoute(features, metrics, config.metricsToken)
  if (!config.dev) await addAssets(features)
  addLookRoutes(features, deps)
  await addSiteFiles(features, deps)
  addSitePages(features, deps)
  addFormRoutes(features, deps)
  addViewRoutes(features, deps)
  addInsightsRoutes(features, deps)
  addPeopleRoutes(features, deps)
  addPlanPages(features, deps)
  addPlanRoutes(features, deps)
  addPersonRoutes(features, deps)
  addTrainingRoutes(features, deps)
  addDataRoutes(features, deps)
  addPreviewRoutes(features, deps)
  addPostReadingRoutes(features, { ...deps, findGuestStates })
  addPostWritingRoutes(features, deps)
  addMediaRoutes(features, deps)
  addFileRoutes(features, deps)
  addLoginPages(features, deps)
  addAccountPages(features, deps)
  addAccountRoutes(features, deps)
  addTeamRoutes(features, { ...deps, deletePreviewLinksOf })
  addJoinPage(features, deps)
  addPasswordLinkPage(features, deps)
  addApiTokenRoutes(features, deps)
  addSecondFactorRoutes(features, deps)
  addPasskeyRoutes(features, deps)
  addSiteSettingsRoutes(features, deps)
  addSectionRoutes(features, deps)
  addSectionPreview(features, deps)
  addSocialPreview(features, deps)
  addConnectionRoutes(features, deps)
  addUnreadRoutes(features, deps)
  addTodayRoutes(features, deps)
  addCalendarRoutes(features, deps)
  addActivityRoutes(features, deps)
  addMailRoutes(features, deps)
  addBackupRoutes(features, deps)
  addExportRoutes(features, deps)
  addImportRoutes(features, deps)
  addNewsletterPages(features, deps)
  addNewsletterRoutes(features, { ...deps, findDeletedAddresses })
  addPlannerRoutes(features, deps)
  addOfferPage(features, deps)
  addFeedRoutes(features, deps)
  addInviteRoutes(features, deps)
  addGuestPages(features, deps)
  addRoomRoutes(features, deps)
  const assistant = createAssistant({ db, connections, limits: serviceLimits })
  addAssistantRoutes(features, deps, assistant)
  addDraftRoutes(features, deps, assistant)
  addLetterRoutes(features, { ...deps, findOfferLink: createFindOfferLink(deps.siteSource) }, assistant)
  addAiSettingsRoutes(features, deps)
  addAdminPages(features, deps, assistant)
  addApiDocs(features, deps)
}
