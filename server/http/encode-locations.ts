import type { FastifyInstance } from 'fastify'

/** Sees to it that every `Location` header is ASCII, whatever the address that it was made from holds. */
export function encodeLocations(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    const location = reply.getHeader('location')
    if (typeof location === 'string') reply.header('location', encodeLocation(location))
    done()
  })
}

/** Encodes what a URL cannot hold as it is. Percent signs stay: what is encoded already is not encoded twice. */
export function encodeLocation(location: string): string {
  return location.toWellFormed().replaceAll(/[^\x21-\x7e]+/g, encodeURIComponent)
}
