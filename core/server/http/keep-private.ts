import type { FastifyReply } from 'fastify'

/**
 * For a page whose address is a secret: no cache keeps the page, no search engine lists it, and no other site learns its
 * address.
 */
export function keepPrivate(reply: FastifyReply): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'same-origin')
    .header('x-robots-tag', 'noindex')
}
