import type { FastifyReply, FastifyRequest } from 'fastify'
import { type CachedPage, chooseEncoding, matchesEtag, type PageCache } from './page-cache.ts'

/**
 * Shared caches may keep a page a minute and serve it while they fetch it anew; browsers ask every time and
 * mostly hear 304.
 */
const cacheControl = 'public, max-age=0, s-maxage=60, stale-while-revalidate=600'

/** Answers with a cached page: 304, HEAD, and the encoding that the client takes. */
export function sendCachedPage(
  request: FastifyRequest,
  reply: FastifyReply,
  cache: PageCache,
  page: CachedPage,
  /** In the place of the page's own, for this answer only. */
  headers?: Record<string, string>,
): FastifyReply | Promise<FastifyReply> {
  if (page.location !== undefined) {
    reply.header('cache-control', cacheControl)
    return reply.redirect(page.location, page.status)
  }
  // A picture is compressed already.
  const encoding = page.contentType.startsWith('image/')
    ? 'identity'
    : chooseEncoding(request.headers['accept-encoding'])
  const etag = `"${page.etag}${encoding === 'identity' ? '' : `-${encoding}`}"`
  reply.header('etag', etag).header('vary', 'Accept-Encoding')
  reply.header('cache-control', page.status === 200 ? cacheControl : 'no-cache')
  if (page.headers) reply.headers(page.headers)
  if (headers) reply.headers(headers)
  if (page.status === 200 && matchesEtag(request.headers['if-none-match'], etag))
    return reply.code(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  reply.code(page.status).type(page.contentType)
  const body = cache.body(page, encoding)
  return body instanceof Promise ? body.then((bytes) => reply.send(bytes)) : reply.send(body)
}
