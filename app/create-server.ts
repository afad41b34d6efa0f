import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { Config } from '../core/config.ts'
import { isFeatureOn } from '../core/contract/feature-switches.ts'
import { connect, type Database, isDatabaseAway } from '../core/server/db/connect.ts'
import { readOff } from '../core/server/db/features-off.ts'
import { listen } from '../core/server/db/pg-listener.ts'
import { RequestProblem } from '../core/server/errors.ts'
import type { App, Readiness, SiteSource } from '../core/server/http/app.ts'
import type { OverloadLimits } from '../core/server/http/guards/overload.ts'
import { forgetVisitors } from '../core/server/http/limits/visitor-limit.ts'
import { PageCache } from '../core/server/http/page-cache/page-cache.ts'
import { redirectsTag, sectionTag, siteTag } from '../core/server/http/page-cache/site-tag.ts'
import { enqueue, type JobPlan, jobsChannel } from '../core/server/jobs/queue.ts'
import { createDelivery } from '../core/server/mail/delivery.ts'
import { createEmailWriter } from '../core/server/mail/email-templates.ts'
import { type MailLimits, mailLimits as usualMailLimits } from '../core/server/mail/mail-limits.ts'
import {
  type ServiceLimits,
  serviceLimits as usualLimits,
} from '../features/assistant/server/service/limits.ts'
import { connectionsTag, createConnectionSource } from '../features/connections/server/connection-source.ts'
import { readMailing } from '../features/guests/server/invite-mails.ts'
import { type MediaStore, openMediaStore } from '../features/media/server/store.ts'
import { sweepWorkFolders } from '../features/media/server/work-folder.ts'
import { isCleanUpMissed, retentionJob } from '../features/privacy/server/retention.ts'
import { addLookLinks, loadBuiltRenderer } from '../features/site/server/files/renderer.ts'
import { createLookStyles } from '../features/site/server/look/look-styles.ts'
import { createSiteSource } from '../features/site/server/settings/site-source.ts'
import { listSections } from '../features/site/server/site-content/sections.ts'
import {
  createSilentCounter,
  type PageViewCounter,
  startPageViewCounter,
} from '../features/site/server/visits/page-view-counter.ts'
import { createApp } from './app.ts'
import type { JobDeps } from './feature-deps.ts'
import { features, jobPlans, jobs, mailHooks, sitePages } from './features.ts'
import type { DevTools } from './pages/server/dev-tools.ts'
import { startPublishingOnTime } from './worker/publish-on-time.ts'
import { defaultJobDrainMs, defaultPollSeconds, startWorker } from './worker/worker.ts'

const pageCacheBytes = 64 * 1024 * 1024
const pageMaxAge = 60_000

export type Instance = {
  app: App
  db: Database
  media: MediaStore
  tally: PageViewCounter
  pageCache: PageCache
  readiness: Readiness
  /** Forgets everything that is kept in memory: pages, settings, connections, redirects, and how often visitors came. */
  forget(): void
  /** Finishes open requests and jobs, then closes the database. */
  close(): Promise<void>
}

type Options = {
  config: Config
  /** Connection string of a migrated database */
  connectionString: string
  log: FastifyBaseLogger
  devTools?: DevTools | undefined
  serviceLimits?: ServiceLimits | undefined
  mailLimits?: MailLimits | undefined
  overloadLimits?: OverloadLimits | undefined
  /** Seconds after which the process looks for jobs by itself; null if it runs none */
  jobPause?: number | null | undefined
  /** Ms that `close` leaves for running jobs */
  jobDrainMs?: number | undefined
  /** Ms after which `close` cuts connections with unfinished requests */
  drainMs?: number | undefined
  /** Ms that `close` leaves for requests that have been sent but not yet read */
  drainGraceMs?: number | undefined
}

/** Well below the ten seconds that main.ts waits for each part of the app to stop */
const defaultDrainMs = 7000
/** A client on a busy machine may need this long to send its next request on a connection that it keeps open. */
const defaultDrainGraceMs = 500
/** Ms for the last writes to the database, which may be unavailable */
const closeTimeoutMs = 2500

/**
 * Builds one instance of the app, everything but the open port. Several instances may share a database. Long, because
 * it lists in order what is started, and stops it in the opposite order.
 */
export async function createInstance({
  config,
  connectionString,
  log,
  devTools,
  serviceLimits = usualLimits,
  mailLimits = usualMailLimits,
  overloadLimits,
  jobPause = defaultPollSeconds,
  jobDrainMs = defaultJobDrainMs,
  drainMs = defaultDrainMs,
  drainGraceMs = defaultDrainGraceMs,
}: Options): Promise<Instance> {
  const connection = connect({ connectionString, poolSize: config.databasePool, log })
  const { db } = connection
  let background: Awaited<ReturnType<typeof startBackgroundWork>> | undefined
  const caches = await startCaches(db, config, connectionString, log, () => background?.wake())
  const { siteSource, pageCache, listener } = caches
  const media = await openMediaStore(config.mediaPlace, { isReadOnly: config.isRehearsal })
  await sweepWorkFolders()

  const tally = config.isRehearsal
    ? createSilentCounter(config)
    : startPageViewCounter({
        db,
        siteSource,
        timeZone: config.site.timeZone,
        https: config.https,
        log,
      })
  const bareRenderer = devTools?.renderer ?? (await loadBuiltRenderer())
  const lookStyles = createLookStyles(db, bareRenderer.fontFiles)
  const renderer = addLookLinks(bareRenderer, lookStyles)
  const writeEmail = createEmailWriter(renderer, siteSource)
  const readiness: Readiness = { ready: false, draining: false }
  const shared = { config, db, pool: connection.pool, log, ...caches, media, mailLimits, writeEmail }
  const app = await createApp({
    ...shared,
    tally,
    readiness,
    databaseTrouble: connection.storageProblem,
    serviceLimits,
    overloadLimits,
    renderer,
    lookStyles,
    mailHooks,
    devMiddleware: devTools?.middleware,
  })
  const sockets = watchSockets(app)
  // A rehearsal must not send, delete, or publish anything.
  if (!config.isRehearsal && jobPause !== null)
    background = await startBackgroundWork({ ...shared, connectionString, jobPause, jobDrainMs })
  return {
    app,
    db,
    media,
    tally,
    pageCache,
    readiness,
    forget() {
      caches.purge()
      pageCache.clear()
      forgetVisitors(app)
    },
    async close() {
      readiness.ready = false
      readiness.draining = true
      background?.stopPublishing()
      const cut = setTimeout(() => app.server.closeAllConnections(), drainMs)
      await Promise.all([background?.stop(), drainConnections(app, sockets, drainGraceMs)])
      await app.close()
      clearTimeout(cut)
      const tooLong = sleep(closeTimeoutMs, undefined, { ref: false })
      for (const step of [tally.stop, listener.stop, connection.close]) await Promise.race([step(), tooLong])
    },
  }
}

type BackgroundDeps = Omit<JobDeps, 'features' | 'sitePages' | 'signal' | 'delivery'> & {
  pool: pg.Pool
  siteSource: SiteSource
  purge: (tags: string[]) => void
  mailLimits: MailLimits
  jobPause: number
  jobDrainMs: number
  log: FastifyBaseLogger
}

/** Starts what happens without a request: jobs, emails, and scheduled posts. */
async function startBackgroundWork({
  pool,
  siteSource,
  purge,
  mailLimits,
  jobPause,
  jobDrainMs,
  log,
  ...deps
}: BackgroundDeps) {
  const { config, db, connections, writeEmail } = deps
  const stopPublishing = startPublishingOnTime(
    db,
    purge,
    () => readMailing({ config, db, siteSource, writeEmail }),
    log,
  )
  const delivery = createDelivery({
    db,
    connections,
    siteSource,
    hooks: mailHooks,
    limits: { ...mailLimits, bulkAtOnce: config.smtpConnections },
    log,
  })
  const worker = await startWorker(pool, jobs, { ...deps, features, sitePages, delivery, log }, log, {
    pause: jobPause,
    drainMs: jobDrainMs,
  })
  await enqueueStartJobs(db)
  // Their notifications came before anyone listened.
  worker.wake()
  return { stopPublishing, wake: worker.wake, stop: () => worker.stop().then(() => delivery.close()) }
}

/**
 * Starts the page cache, and the site's settings and connections. A Postgres notification from any instance purges them.
 */
async function startCaches(
  db: Database,
  config: Config,
  connectionString: string,
  log: FastifyBaseLogger,
  onJob: () => void,
) {
  const pageCache = new PageCache({
    maxBytes: pageCacheBytes,
    maxAge: config.dev ? -1 : pageMaxAge,
    isOutage: isDatabaseAway,
    onLateFailure: (error) => {
      if (!(error instanceof RequestProblem)) log.error({ err: error }, 'a page could not be rendered again')
    },
  })
  const siteSource = createSiteSource(db, config.site, listSections(features), () =>
    pageCache.purge([siteTag]),
  )
  // Some pages say whether emails are sent right away.
  const connections = createConnectionSource(db, config, () => pageCache.purge([siteTag]))
  const redirects = features.find((one) => one.createRedirectFinder)?.createRedirectFinder?.(db)
  const purge = (tags?: string[]) => {
    if (!tags || tags.includes(siteTag)) siteSource.forget()
    else if (tags.some((tag) => tag.startsWith(sectionTag('')))) siteSource.forget(true)
    if (!tags || tags.includes(connectionsTag)) connections.forget()
    if (!tags || tags.includes(redirectsTag)) redirects?.forget()
    pageCache.purge(tags)
  }
  const listener = listen({
    connectionString,
    channels: { page_cache: (payload) => purge(payload.split(' ')), [jobsChannel]: onJob },
    onReconnect() {
      purge()
      onJob()
    },
    log,
  })
  await listener.ready
  await connections.read()
  return { pageCache, siteSource, connections, redirects, purge, listener }
}

async function enqueueStartJobs(db: Database): Promise<void> {
  const off = await readOff(db)
  const due: JobPlan[] = jobPlans.filter(({ atStart, feature }) => atStart && isFeatureOn(off, feature))
  if (await isCleanUpMissed(db)) due.push(retentionJob)
  // The first visitors come first.
  for (const job of due) await enqueue(db, job, {}, sql`(now() + interval '2 seconds')`)
}

/**
 * Stops accepting connections but lets open connections finish the requests that they have begun. Responses tell the
 * client to close the connection. `http.Server.close` would cut connections whose next request has not been read yet.
 */
async function drainConnections(app: App, sockets: Set<Socket>, graceMs: number): Promise<void> {
  if (!app.server.listening) return
  // Closing the listening socket cuts connections that wait to be accepted. None wait right after an event loop turn.
  await nextTurn()
  NetServer.prototype.close.call(app.server)
  await sleep(graceMs)
  // Browsers open spare connections. Node does not close these as idle, because a request may still arrive.
  for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
}

/** The set of open connections, kept up to date. */
function watchSockets(app: App): Set<Socket> {
  const open = new Set<Socket>()
  app.server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return open
}
