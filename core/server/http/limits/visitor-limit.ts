import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { RequestProblem } from '../../errors.ts'
import { visitorKey } from './client-network.ts'

type Limit = { max: number; minutes: number }

/** More than any person or page needs. A flood ends here, in memory, before it reaches the database. */
const overallLimit = { max: 600, minutes: 1 }
/** Visitors that one memory knows at a time. A flood from more addresses forgets those that came first. */
const maxVisitors = 20_000

/** What a server remembers about its visitors */
const memories = new WeakMap<object, { clear(): void }[]>()

/** Refuses API requests and forms of a visitor who sends far too many. */
export function limitVisitors(app: FastifyInstance): void {
  const refuseTooMany = createVisitorGuard(app, overallLimit)
  app.addHook('onRequest', async (request) => {
    const { kind } = request.routeOptions.config
    if (kind === 'call' || kind === 'form') await refuseTooMany(request)
  })
}

/** Returns a function that counts one request of a visitor and refuses it if there were too many. */
export function createVisitorGuard(app: FastifyInstance, limit: Limit) {
  const secondsToWait = createVisitorLimit(app, limit)
  return async (request: FastifyRequest): Promise<void> => {
    const wait = secondsToWait(request)
    if (wait) throw new RequestProblem('too-many-requests', { retryAfterSeconds: wait })
  }
}

/**
 * Creates a counter in memory with a bounded size. The returned function counts one request of a visitor (or of
 * `keyOf`) and returns the seconds to wait if there were too many, otherwise undefined.
 */
export function createVisitorLimit(
  app: FastifyInstance,
  { max, minutes }: Limit,
  keyOf = (request: FastifyRequest) => visitorKey(request.ip),
) {
  const counts = createVisitorMemory<{ count: number }>(app, minutes * 60_000)
  return (request: FastifyRequest): number | undefined => {
    const key = keyOf(request)
    const known = counts.get(key) ?? { count: 0 }
    known.count++
    if (known.count === 1) counts.set(key, known)
    return known.count > max ? Math.ceil(counts.getRemainingTTL(key) / 1000) : undefined
  }
}

/** Creates a memory about visitors that `forgetVisitors` clears. `ttl` is in ms. By default, nothing expires. */
export function createVisitorMemory<Value extends {}>(app: FastifyInstance, ttl = 0) {
  // With `max` instead of sizes, each memory would take its full size before the first visitor comes.
  const memory = new LRUCache<string, Value>({ maxSize: maxVisitors, sizeCalculation: () => 1, ttl })
  memories.set(app.server, [...(memories.get(app.server) ?? []), memory])
  return memory
}

export function forgetVisitors(app: FastifyInstance): void {
  for (const memory of memories.get(app.server) ?? []) memory.clear()
}
