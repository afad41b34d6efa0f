import type { FastifyReply } from 'fastify'
import { contentSecurityPolicy } from './guards/security-headers.ts'
import type { Encoding } from './negotiation.ts'

/** Policy for files: without the hash of the inline script, because only pages contain the script */
const filePolicy = contentSecurityPolicy({ 'script-src': "'self'" })

/** Sends a file whose name changes with its content, so browsers keep it for a year. */
export function sendImmutable(
  reply: FastifyReply,
  {
    type,
    body,
    encoding,
    isCompressible,
  }: {
    type: string
    body: Buffer
    encoding: Encoding
    /** True if another client may get another encoding */
    isCompressible: boolean
  },
): FastifyReply {
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  if (isCompressible) reply.header('vary', 'Accept-Encoding')
  // Every byte of a file counts (docs/decisions/007-fonts.md). Only pages need this header and the script's hash.
  reply.removeHeader('cross-origin-opener-policy')
  reply.header('content-security-policy', filePolicy)
  return reply.type(type).header('cache-control', 'public, max-age=31536000, immutable').send(body)
}
