import type pg from 'pg'
import type { Registry } from 'prom-client'
import type { PageCache } from '../http/page-cache/page-cache.ts'
import { version } from '../version.ts'

export type ProcessMetricsDeps = {
  pool: pg.Pool
  pageCache: PageCache
  /** Must be the condition of /readyz, which an alert tells people to look at */
  isReady: () => boolean
}

/** Adds gauges and counters that are read from the process when the metrics are requested. */
export async function addProcessMetrics(
  { pool, pageCache, isReady }: ProcessMetricsDeps,
  registers: Registry[],
): Promise<void> {
  const { Counter, Gauge } = await import('prom-client')
  new Gauge({
    name: 'everyday_ready',
    help: '1 if this instance should get visitors, 0 while /readyz responds with 503.',
    registers,
    collect() {
      this.set(isReady() ? 1 : 0)
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
