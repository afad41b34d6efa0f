import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { browserHeaders } from './http-response.ts'

// Keep-alive connections that ask for one page again and again, one request under way on each. Started by
// cached-page.ts. Raw sockets and no HTTP client, so that it costs less than the server it measures: on two
// cores a slower client would measure itself.

const order = z.object({ port: z.number(), path: z.string(), connections: z.number(), seconds: z.number() })
type Order = z.infer<typeof order>

process.on('message', (message) => {
  measure(order.parse(message)).then(
    (result) => process.send?.(result),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`)
      process.exit(1)
    },
  )
})
process.on('disconnect', () => process.exit(0))

async function measure({ port, path, connections, seconds }: Order) {
  const request = Buffer.from(
    [
      `GET ${path} HTTP/1.1`,
      `host: 127.0.0.1:${port}`,
      ...Object.entries(browserHeaders).map(([name, value]) => `${name}: ${value}`),
      '\r\n',
    ].join('\r\n'),
  )
  const counter = { responses: 0 }
  const askers = Array.from({ length: connections }, () => askAgainAndAgain(port, request, counter))
  await Promise.all(askers.map(({ socket }) => once(socket, 'connect')))
  const cpu = process.cpuUsage()
  const start = performance.now()
  for (const { socket } of askers) socket.write(request)
  await Promise.race([wait(seconds * 1000), ...askers.map(({ failed }) => failed)])
  const elapsed = (performance.now() - start) / 1000
  const used = process.cpuUsage(cpu)
  for (const { socket } of askers) socket.destroy()
  return {
    perSecond: counter.responses / elapsed,
    /** How busy this process was; near 1 it measures itself. */
    cpu: (used.user + used.system) / 1e6 / elapsed,
  }
}

/** `failed` rejects at the first answer that is not a 200 and when the connection breaks. */
function askAgainAndAgain(port: number, request: Buffer, counter: { responses: number }) {
  const { promise: failed, reject } = Promise.withResolvers<never>()
  let bytesLeft = 0
  // One buffer for all that a connection receives: much cheaper than a stream of new ones.
  const buffer = Buffer.allocUnsafe(64 * 1024)
  const socket = connect({
    port,
    host: '127.0.0.1',
    noDelay: true,
    onread: {
      buffer,
      callback(size) {
        bytesLeft = (bytesLeft || readLength(buffer.subarray(0, size), reject)) - size
        if (bytesLeft === 0) {
          counter.responses++
          socket.write(request)
        }
        return true
      },
    },
  })
  socket.on('error', reject)
  socket.on('close', () => reject(new Error('the server closed a connection')))
  // After the measurement every connection is closed.
  failed.catch(() => {})
  return { socket, failed }
}

/** Bytes of the response that starts here, its head included. Servers send the whole head at once. */
function readLength(start: Buffer, fail: (error: Error) => void): number {
  const end = start.indexOf('\r\n\r\n') + 4
  const head = start.toString('latin1', 0, end)
  const length = /\r\ncontent-length: (\d+)\r\n/i.exec(head)?.[1]
  if (length && head.startsWith('HTTP/1.1 200 ')) return end + Number(length)
  fail(new Error(`unexpected answer: ${head.slice(0, 200)}`))
  return Number.POSITIVE_INFINITY
}
