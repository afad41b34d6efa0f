import { Agent, request as askApp, type IncomingMessage } from 'node:http'
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import { pipeline } from 'node:stream'
import { generate } from 'selfsigned'
import { z } from 'zod'

// A reverse proxy with TLS and HTTP/2, as in production. It forwards responses unchanged, so that only the app is
// measured. launch-behind-tls.ts starts it and sends it the app's port.

const order = z.object({ port: z.number(), appPort: z.number() })
const agent = new Agent({ keepAlive: true })
/** Headers about a single HTTP/1.1 connection, which HTTP/2 does not allow */
const hopHeaders = new Set(['connection', 'keep-alive', 'transfer-encoding'])

process.once('message', async (message) => {
  const { port, appPort } = order.parse(message)
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keySize: 2048,
    algorithm: 'sha256',
  })
  createSecureServer({ key, cert, allowHTTP1: false }, (request, response) => {
    passOn(appPort, request, response)
  }).listen(port, '127.0.0.1', () => process.send?.('listening'))
})
process.on('disconnect', () => process.exit(0))

function passOn(appPort: number, request: Http2ServerRequest, response: Http2ServerResponse): void {
  const asked = askApp(
    {
      host: '127.0.0.1',
      port: appPort,
      agent,
      method: request.method,
      path: request.url,
      headers: asForwarded(request),
    },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, withoutHopHeaders(answer))
      pipeline(answer, response, () => {})
    },
  )
  pipeline(request, asked, () => {})
  asked.on('error', () => response.stream.close())
}

function asForwarded(request: Http2ServerRequest): Record<string, string | string[] | undefined> {
  const plain = Object.entries(request.headers).filter(([name]) => !name.startsWith(':'))
  return {
    ...Object.fromEntries(plain),
    host: request.authority,
    'x-forwarded-for': request.socket.remoteAddress,
    'x-forwarded-proto': 'https',
  }
}

function withoutHopHeaders({ headers }: IncomingMessage) {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hopHeaders.has(name)))
}
