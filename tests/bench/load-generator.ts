import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
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
  const sockets = Array.from({ length: connections }, () =>
    connect({ port, host: '127.0.0.1', noDelay: true }),
  )
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  const request = Buffer.from(
    [
      `GET ${path} HTTP/1.1`,
      `host: 127.0.0.1:${port}`,
      ...Object.entries(browserHeaders).map(([name, value]) => `${name}: ${value}`),
      '\r\n',
    ].join('\r\n'),
  )
  const counter = { responses: 0 }
  const failed = Promise.race(sockets.map((socket) => askAgainAndAgain(socket, request, counter)))
  const cpu = process.cpuUsage()
  const start = performance.now()
  await Promise.race([wait(seconds * 1000), failed])
  const elapsed = (performance.now() - start) / 1000
  const used = process.cpuUsage(cpu)
  for (const socket of sockets) socket.destroy()
  return {
    perSecond: counter.responses / elapsed,
    /** How busy this process was; near 1 it measures itself. */
    cpu: (used.user + used.system) / 1e6 / elapsed,
  }
}

/** Rejects at the first answer that is not a 200 and when the connection breaks. */
function askAgainAndAgain(socket: Socket, request: Buffer, counter: { responses: number }): Promise<never> {
  return new Promise((_resolve, reject) => {
    let bytesLeft = 0
    let head = ''
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('the server closed a connection')))
    socket.on('data', (chunk: Buffer) => {
      if (bytesLeft > 0) bytesLeft -= chunk.length
      else {
        head += chunk.toString('latin1')
        const end = head.indexOf('\r\n\r\n')
        if (end === -1) return
        const length = /^HTTP\/1\.1 200 [^]*\r\ncontent-length: (\d+)\r\n/i.exec(head)?.[1]
        if (!length) return reject(new Error(`unexpected answer: ${head.slice(0, 200)}`))
        bytesLeft = Number(length) - (head.length - end - 4)
        head = ''
      }
      if (bytesLeft > 0) return
      counter.responses++
      socket.write(request)
    })
    socket.write(request)
  })
}
