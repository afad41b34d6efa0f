import type { IncomingHttpHeaders } from 'node:http'
import { isbot } from 'isbot'

export type VisitorKind = 'person' | 'bot' | 'prefetch'

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

/** The `User-Agent` of every browser begins with one of these names. */
const isBotAgent = (agent: string) => !/^(Mozilla|Opera)\//.test(agent) || isbot(agent)
