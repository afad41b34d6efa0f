import type pg from 'pg'
import type { Registry } from 'prom-client'
import { listKept } from '../backups/rotate-backups.ts'
import type { Config } from '../config.ts'
import { type Database, isDatabaseAway } from '../db/connect.ts'
import type { App, Readiness } from '../http/app.ts'
import type { PageCache } from '../http/page-cache/page-cache.ts'
import { version } from '../version.ts'
import { readDatabaseState } from './database-state.ts'

type Deps = {
  config: Config
  db: Database
  pool: pg.Pool
  pageCache: PageCache
  readiness: Readiness
}

export type Metrics = {
  /** Counts the requests of Fastify, by the pattern of their route. */
  countRequests(app: App): void
  /** Counts a page that was served before Fastify. It runs for every such page, so it only adds to a map. */
  countCachedPage(route: string | undefined, status: number): void
  /** All metrics in the text format of Prometheus. */
  write(): Promise<{ contentType: string; text: string }>
}

/** In seconds. A cached page takes less than a millisecond, a request to an AI service many seconds. */
const durationBuckets = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10, 60]

/** Metrics of Node that `promtool check metrics` rejects for their names. */
const misnamed = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
]

/**
 * Metrics of one instance. prom-client is loaded only here, because most sites have no METRICS_TOKEN. No label holds
 * anything that a visitor sends: routes are patterns, and everything else is one of our own names.
 */
export async function createMetrics(deps: Deps): Promise<Metrics> {
  const { collectDefaultMetrics, Counter, Histogram, Registry } = await import('prom-client')
  const register = new Registry()
  const registers = [register]
  collectDefaultMetrics({ register })
  for (const name of misnamed) register.removeSingleMetric(name)

  const cachedPages = new Map<string, { route: string; status: number; count: number }>()
  const requests = new Counter({
    name: 'everyday_http_requests_total',
    help: 'Requests by route pattern and status.',
    labelNames: ['method', 'route', 'status'] as const,
    registers,
    collect() {
      for (const { route, status, count } of cachedPages.values())
        this.inc({ method: 'GET', route, status }, count)
      cachedPages.clear()
    },
  })
  const durations = new Histogram({
    name: 'everyday_http_request_duration_seconds',
    help: 'Duration of requests by route pattern. Pages that are served from the cache before the framework are left out.',
    labelNames: ['method', 'route'] as const,
    buckets: durationBuckets,
    registers,
  })
  await addProcessMetrics(deps, registers)
  const readState = await addStateMetrics(deps, registers)

  return {
    countRequests(app) {
      app.addHook('onResponse', (request, reply, done) => {
        const labels = { method: request.method, route: request.routeOptions.url ?? 'not found' }
        requests.inc({ ...labels, status: reply.statusCode })
        durations.observe(labels, reply.elapsedTime / 1000)
        done()
      })
    },
    countCachedPage(route = 'not found', status) {
      const key = `${status} ${route}`
      const known = cachedPages.get(key)
      if (known) known.count++
      else cachedPages.set(key, { route, status, count: 1 })
    },
    async write() {
      await readState()
      return { contentType: register.contentType, text: await register.metrics() }
    },
  }
}

/** Gauges and counters that are read from the process when the metrics are requested. */
async function addProcessMetrics({ pool, pageCache, readiness }: Deps, registers: Registry[]): Promise<void> {
  const { Counter, Gauge } = await import('prom-client')
  new Gauge({
    name: 'everyday_ready',
    help: '1 if this instance should get visitors, 0 while it starts or stops.',
    registers,
    collect() {
      this.set(readiness.ready ? 1 : 0)
    },
  })
  new Gauge({
    name: 'everyday_build_info',
    help: 'Always 1; the label has the version.',
    labelNames: ['version'] as const,
    registers,
  }).set({ version }, 1)
  new Counter({
    name: 'everyday_page_cache_requests_total',
    help: 'Requests for public pages by how the page cache served them: hit, stale (the old page while a new one is made), or miss.',
    labelNames: ['result'] as const,
    registers,
    collect() {
      this.reset()
      for (const [result, count] of Object.entries(pageCache.served)) this.inc({ result }, count)
    },
  })
  new Gauge({
    name: 'everyday_page_cache_bytes',
    help: 'Memory of the pages in the page cache.',
    registers,
    collect() {
      this.set(pageCache.bytes)
    },
  })
  new Gauge({
    name: 'everyday_database_connections',
    help: 'Connections of the pool that are open or idle, and requests that wait for one.',
    labelNames: ['state'] as const,
    registers,
    collect() {
      this.set({ state: 'open' }, pool.totalCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
}

/**
 * Returns a function that reads the database and the backups. While the database is away, `everyday_database_up` is 0
 * and the other values are left out, so that no alert is based on old ones.
 */
async function addStateMetrics({ config, db }: Deps, registers: Registry[]): Promise<() => Promise<void>> {
  const { Gauge } = await import('prom-client')
  const up = new Gauge({
    name: 'everyday_database_up',
    help: '1 if the database responds.',
    registers,
  })
  const jobs = new Gauge({
    name: 'everyday_jobs',
    help: 'Jobs of all instances by state; failed ones are kept for a day.',
    labelNames: ['job', 'state'] as const,
    registers,
  })
  const jobDelay = new Gauge({
    name: 'everyday_job_delay_seconds',
    help: 'How long the oldest job that is due has been waiting.',
    registers,
  })
  const mails = new Gauge({
    name: 'everyday_outbox_messages',
    help: 'Emails in the outbox that are queued or failed.',
    labelNames: ['state'] as const,
    registers,
  })
  const mailDelay = new Gauge({
    name: 'everyday_outbox_delay_seconds',
    help: 'How long the oldest email that is due has been waiting for the email server; 0 without one.',
    registers,
  })
  const backupAge = new Gauge({
    name: 'everyday_backup_age_seconds',
    help: 'Age of the newest backup in DATA_DIR/backups; left out if there is none.',
    registers,
  })
  const backupFailed = new Gauge({
    name: 'everyday_backup_failed',
    help: '1 if the last backup failed.',
    registers,
  })
  return async () => {
    for (const gauge of [jobs, mails]) gauge.reset()
    // `reset` would set a gauge without labels to 0.
    for (const gauge of [jobDelay, mailDelay, backupAge, backupFailed]) gauge.remove()
    try {
      const state = await readDatabaseState(db)
      for (const { job, state: name, count } of state.jobs) jobs.set({ job, state: name }, count)
      jobDelay.set(state.jobDelay)
      for (const { state: name, count } of state.mails) mails.set({ state: name }, count)
      mailDelay.set(config.mail.smtpUrl ? state.mailDelay : 0)
      backupFailed.set(state.backupFailed ? 1 : 0)
      up.set(1)
    } catch (error) {
      if (!isDatabaseAway(error)) throw error
      up.set(0)
    }
    const [newest] = await listKept(config.backupsFolder)
    if (newest) backupAge.set((Date.now() - Date.parse(newest.madeAt)) / 1000)
  }
}
