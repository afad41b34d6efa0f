import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { RequestProblem } from '../errors.ts'

/** Node's error codes for unreadable requests, with the status of the response. */
const statuses: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** Responds to bytes that are not a readable request, as Node does, but with our headers. Closes the connection. */
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

/** Fastify's `clientErrorHandler`: for bytes that are not HTTP, too many headers, and headers that arrive too late. */
export function createClientErrorHandler(headers: Record<string, string>) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    // The client has closed the connection.
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    if (!socket.writable) return void socket.destroy()
    sendRawReply(socket, statuses[error.code ?? ''] ?? 400, headers, () => socket.destroy())
  }
}

/**
 * Refuses a request without a `Host` header. Also refuses one with two, because a proxy and this server might not use
 * the same one (RFC 9112, section 3.2).
 */
export function requireOneHost(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    const hosts = countHosts(raw)
    const isRefused = hosts > 1 || (hosts === 0 && raw.httpVersion !== '1.0')
    done(isRefused ? new RequestProblem('bad-request') : undefined)
  })
}

export function countHosts({ rawHeaders }: IncomingMessage): number {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') hosts++
  return hosts
}
