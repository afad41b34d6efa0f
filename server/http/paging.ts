import type { FastifyReply, FastifyRequest } from 'fastify'

/** `X-Total-Count`, and `Link: rel="next"` (RFC 8288) with the same query and the next cursor. */
export function setPagingHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  page: { next: number | string | undefined; total: string },
): void {
  reply.header('x-total-count', page.total)
  if (page.next === undefined) return
  const [path = '', query = ''] = request.url.split('?')
  const parameters = new URLSearchParams(query)
  parameters.set('cursor', String(page.next))
  reply.header('link', `<${path}?${parameters}>; rel="next"`)
}
