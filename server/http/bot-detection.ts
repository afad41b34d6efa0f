import type { IncomingHttpHeaders } from 'node:http'
import { isbot } from 'isbot'
import { LRUCache } from 'lru-cache'

export type VisitorKind = 'person' | 'bot' | 'prefetch'

/** Cached results by `User-Agent` header, because the same few headers repeat and matching one takes microseconds */
const botAgents = new LRUCache<string, boolean>({ max: 1000 })

/**
 * Classifies the sender of a request by its headers. On https, browsers send `Sec-Fetch-*` headers (Fetch Metadata), so
 * a request without them is from a bot. On http, browsers do not send them.
 */
export function tellVisitor(headers: IncomingHttpHeaders, options: { https: boolean }): VisitorKind {
  if (isBotAgent(headers['user-agent'] ?? '')) return 'bot'
  if (options.https && headers['sec-fetch-mode'] === undefined) return 'bot'
  const purpose = headers['sec-purpose'] ?? headers.purpose ?? headers['x-moz']
  return typeof purpose === 'string' && /prefetch|prerender|preview/i.test(purpose) ? 'prefetch' : 'person'
}

function isBotAgent(agent: string): boolean {
  const known = botAgents.get(agent)
  if (known !== undefined) return known
  // The `User-Agent` of every browser begins with one of these names.
  const isBot = !/^(Mozilla|Opera)\//.test(agent) || isbot(agent)
  botAgents.set(agent, isBot)
  return isBot
}
