import type pg from 'pg'
import type { Registry } from 'prom-client'
import type { PageCache } from '../../core/server/http/page-cache/page-cache.ts'
import { version } from '../../core/server/version.ts'
import type { CreateGauge } from './gauges.ts'

export type ProcessMetricsDeps = {
  pool: pg.Pool
  pageCache: PageCache
  /** Must be the condition of /readyz, which an alert tells people to look at */
  isReady: () => boolean
}

/** Returns a function that sets the metrics that are read from the process. */
export async function addProcessMetrics(
  { pool, pageCache, isReady }: ProcessMetricsDeps,
  createGauge: CreateGauge,
  registers: Registry[],
): Promise<() => void> {
  const { Counter } = await import('prom-client')
  const ready = createGauge(
    'everyday_ready',
    '1 if this instance should get visitors, 0 while /readyz responds with 503.',
  )
  createGauge('everyday_build_info', 'Always 1; the label has the version.', 'version').set({ version }, 1)
  const served = new Counter({
    name: 'everyday_page_cache_requests_total',
    help: 'Requests for public pages by how the page cache served them: hit, stale (the old page while a new one is made), or miss.',
    labelNames: ['result'] as const,
    registers,
  })
  const cacheBytes = createGauge('everyday_page_cache_bytes', 'Memory of the pages in the page cache.')
  const connections = createGauge(
    'everyday_database_connections',
    'Connections of the pool that are open or idle, and requests that wait for one.',
    'state',
  )
  return () => {
    ready.set(isReady() ? 1 : 0)
    served.reset()
    for (const [result, count] of Object.entries(pageCache.served)) served.inc({ result }, count)
    cacheBytes.set(pageCache.bytes)
    connections.set({ state: 'open' }, pool.totalCount)
    connections.set({ state: 'idle' }, pool.idleCount)
    connections.set({ state: 'waiting' }, pool.waitingCount)
  }
}
