import type { FastifyInstance } from 'fastify'

/** Makes every `Location` header ASCII. */
export function encodeLocations(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    const location = reply.getHeader('location')
    if (typeof location === 'string') reply.header('location', encodeLocation(location))
    done()
  })
}

/** Encodes characters that a URL cannot contain. Percent signs are kept, so that nothing is encoded twice. */
export function encodeLocation(location: string): string {
  return location.toWellFormed().replaceAll(/[^\x21-\x7e]+/g, encodeURIComponent)
}
