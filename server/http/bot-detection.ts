import type { IncomingHttpHeaders } from 'node:http'

export type VisitorKind = 'person' | 'bot' | 'prefetch'

/** What machines call themselves that otherwise look like a browser. Cubot makes phones. */
const machine =
  /(?<!cu)bot|crawl|spider|slurp|archive|externalhit|embedly|preview|monitor|uptime|pingdom|headless|phantomjs|lighthouse|scrap|inspect|google-|mediapartners|feedfetcher|bytedance|chatgpt|anthropic|perplexity|dataprovider|wappalyzer/i

/**
 * Who sends a request, as far as headers tell. Browsers say what a request is for (`Sec-Fetch-*`, Fetch
 * Metadata) where the site has https; where it has none, that they do not say it means nothing.
 */
export function tellVisitor(headers: IncomingHttpHeaders, options: { https: boolean }): VisitorKind {
  const agent = headers['user-agent']
  // Every browser begins like this.
  if (!agent || !/^(Mozilla|Opera)\//.test(agent) || machine.test(agent)) return 'bot'
  if (options.https && headers['sec-fetch-mode'] === undefined) return 'bot'
  const purpose = headers['sec-purpose'] ?? headers.purpose ?? headers['x-moz']
  return typeof purpose === 'string' && /prefetch|prerender|preview/i.test(purpose) ? 'prefetch' : 'person'
}
