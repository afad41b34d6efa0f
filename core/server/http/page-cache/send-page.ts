import type { FastifyReply, FastifyRequest } from 'fastify'
import { matchesEtag } from '../negotiation.ts'
import { type CachedPage, headersWithoutBody, type PageCache } from './page-cache.ts'

/** Sends a cached page through Fastify: 304, HEAD, and the encoding that the client accepts. */
export async function sendCachedPage(
  request: FastifyRequest,
  reply: FastifyReply,
  cache: PageCache,
  page: CachedPage,
  /** Headers for this response only, which override the page's own headers */
  extraHeaders: Record<string, string> = {},
): Promise<FastifyReply> {
  const { body, etag, headers } = await cache.variant(page, request.headers['accept-encoding'])
  if (page.location !== undefined)
    return reply
      .code(page.status)
      .headers({ location: page.location, 'cache-control': headers['cache-control'] })
      .send()
  if (page.status === 200 && matchesEtag(request.headers['if-none-match'], etag))
    return reply
      .code(304)
      .headers({ ...headersWithoutBody(headers), ...extraHeaders })
      .send()
  return reply
    .code(page.status)
    .headers({ ...headers, ...extraHeaders })
    .send(body)
}
