import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { browserHeaders } from './http-response.ts'

// A substitute for wrk on machines that do not have it, started by cached-page.ts. Each keep-alive connection requests
// one page again and again, one request at a time. Raw sockets take less CPU time than an HTTP client, but this process
// still competes with the server that it measures.

const task = z.object({ port: z.number(), path: z.string(), connections: z.number(), seconds: z.number() })
type Task = z.infer<typeof task>

process.on('message', (message) => {
  measure(task.parse(message)).then(
    (perSecond) => process.send?.(perSecond),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`)
      process.exit(1)
    },
  )
})
process.on('disconnect', () => process.exit(0))

async function measure({ port, path, connections, seconds }: Task): Promise<number> {
  const request = Buffer.from(
    [
      `GET ${path} HTTP/1.1`,
      `host: 127.0.0.1:${port}`,
      ...Object.entries(browserHeaders).map(([name, value]) => `${name}: ${value}`),
      '\r\n',
    ].join('\r\n'),
  )
  const counter = { responses: 0 }
  const clients = Array.from({ length: connections }, () => requestAgainAndAgain(port, request, counter))
  await Promise.all(clients.map(({ socket }) => once(socket, 'connect')))
  const start = performance.now()
  for (const { socket } of clients) socket.write(request)
  await Promise.race([wait(seconds * 1000), ...clients.map(({ failed }) => failed)])
  const elapsed = (performance.now() - start) / 1000
  for (const { socket } of clients) socket.destroy()
  return counter.responses / elapsed
}

/** `failed` rejects when a response is not a 200 or the connection breaks. */
function requestAgainAndAgain(port: number, request: Buffer, counter: { responses: number }) {
  const { promise: failed, reject } = Promise.withResolvers<never>()
  let bytesLeft = 0
  // Reusing one buffer for all received data is much cheaper than a stream, which allocates a new one for each chunk.
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
  // All sockets are destroyed after the measurement, which rejects this promise. That is no failure.
  failed.catch(() => {})
  return { socket, failed }
}

/** Length in bytes of the response that begins with this chunk, which contains all headers. */
function readLength(start: Buffer, fail: (error: Error) => void): number {
  const end = start.indexOf('\r\n\r\n') + 4
  const head = start.toString('latin1', 0, end)
  const length = /\r\ncontent-length: (\d+)\r\n/i.exec(head)?.[1]
  if (length && head.startsWith('HTTP/1.1 200 ')) return end + Number(length)
  fail(new Error(`unexpected response: ${head.slice(0, 200)}`))
  return Number.POSITIVE_INFINITY
}
