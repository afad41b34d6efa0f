import type { App } from '../../core/server/http/app.ts'
import { createGauges } from './gauges.ts'
import { addProcessMetrics, type ProcessMetricsDeps } from './process-metrics.ts'
import { addStateMetrics, type StateMetricsDeps } from './state-metrics.ts'

export type Metrics = Awaited<ReturnType<typeof createMetrics>>

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
export async function createMetrics(deps: ProcessMetricsDeps & StateMetricsDeps) {
  const { collectDefaultMetrics, Counter, Histogram, Registry } = await import('prom-client')
  const register = new Registry()
  const registers = [register]
  collectDefaultMetrics({ register })
  for (const name of misnamed) register.removeSingleMetric(name)

  const cachedPageCounts = new Map<string, { route: string; status: number; count: number }>()
  const requests = new Counter({
    name: 'everyday_http_requests_total',
    help: 'Requests by route pattern and status.',
    labelNames: ['method', 'route', 'status'] as const,
    registers,
    collect() {
      for (const { route, status, count } of cachedPageCounts.values())
        this.inc({ method: 'GET', route, status }, count)
      cachedPageCounts.clear()
    },
  })
  const durations = new Histogram({
    name: 'everyday_http_request_duration_seconds',
    help: 'Duration of requests by route pattern. Pages that are served from the cache before the framework are left out.',
    labelNames: ['method', 'route'] as const,
    buckets: durationBuckets,
    registers,
  })
  const createGauge = await createGauges(registers)
  const setProcess = await addProcessMetrics(deps, createGauge, registers)
  const setState = addStateMetrics(deps, createGauge)

  return {
    /** Counts the requests of Fastify, by the pattern of their route. */
    countRequests(app: App): void {
      app.addHook('onResponse', (request, reply, done) => {
        const labels = { method: request.method, route: request.routeOptions.url ?? 'not found' }
        requests.inc({ ...labels, status: reply.statusCode })
        durations.observe(labels, reply.elapsedTime / 1000)
        done()
      })
    },
    /** Counts a page that was served before Fastify. It runs for every such page, so it only adds to a map. */
    countCachedPage(route = 'not found', status: number): void {
      const key = `${status} ${route}`
      const known = cachedPageCounts.get(key)
      if (known) known.count++
      else cachedPageCounts.set(key, { route, status, count: 1 })
    },
    /** All metrics in the text format of Prometheus. */
    async write() {
      await setState()
      setProcess()
      return { contentType: register.contentType, text: await register.metrics() }
    },
  }
}
