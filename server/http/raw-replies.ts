import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { RequestProblem } from '../errors.ts'

/** What Node says of a request that it cannot read, and the status of the response. */
const statuses: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/**
 * Writes a response without a request, as Node does for one that it cannot read, but with our headers, and ends the
 * connection.
 */
export function sendRawReply(
  socket: Socket,
  status: number,
  headers: Record<string, string>,
  done?: () => void,
): void {
  const lines = Object.entries({ ...headers, 'cache-control': 'no-store', connection: 'close' })
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      ...lines.map(([name, value]) => `${name}: ${value}`),
      'content-length: 0',
      '\r\n',
    ].join('\r\n'),
    done,
  )
}

/** Fastify's `clientErrorHandler`: for bytes that are no request of HTTP, too many headers, or ones that come too late. */
export function createClientErrorHandler(headers: Record<string, string>) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    // The visitor is gone.
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    if (!socket.writable) return void socket.destroy()
    sendRawReply(socket, statuses[error.code ?? ''] ?? 400, headers, () => socket.destroy())
  }
}

/**
 * Refuses what names no host, and what names two: a proxy and this server could each believe another one (RFC 9112,
 * section 3.2).
 */
export function requireOneHost(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    const names = raw.rawHeaders.filter((_, index) => index % 2 === 0)
    const hosts = names.filter((name) => name.toLowerCase() === 'host').length
    const isRefused = hosts > 1 || (hosts === 0 && raw.httpVersion !== '1.0')
    done(isRefused ? new RequestProblem('bad-request') : undefined)
  })
}
