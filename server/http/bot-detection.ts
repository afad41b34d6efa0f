import type { IncomingHttpHeaders } from 'node:http'
import { isbot } from 'isbot'
import { LRUCache } from 'lru-cache'

export type VisitorKind = 'person' | 'bot' | 'prefetch'

/** Known `User-Agent` headers: few different ones come again and again, and matching one takes microseconds. */
const botAgents = new LRUCache<string, boolean>({ max: 1000 })

/**
 * Who sends a request, as far as headers tell. On https, browsers say what a request is for (`Sec-Fetch-*`, Fetch
 * Metadata); on http they do not, so that its absence means nothing there.
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
  // The `User-Agent` of every browser begins with one of these.
  const isBot = !/^(Mozilla|Opera)\//.test(agent) || isbot(agent)
  botAgents.set(agent, isBot)
  return isBot
}
