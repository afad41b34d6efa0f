import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Page } from '../db/page.ts'

/** Sets the paging headers of a list and returns the body of its response. */
export function sendRows<Row>(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  page: Page<Row, number | string>,
): Row[] {
  setPagingHeaders(request, reply, page)
  return page.rows
}

/** `X-Total-Count`, and `Link: rel="next"` (RFC 8288) with the same query and the next cursor. */
export function setPagingHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Omit<Page<never, number | string>, 'rows'>,
): void {
  reply.header('x-total-count', page.total)
  if (page.next === undefined) return
  const [path = '', query = ''] = request.url.split('?')
  const parameters = new URLSearchParams(query)
  parameters.set('cursor', String(page.next))
  reply.header('link', `<${path}?${parameters}>; rel="next"`)
}
