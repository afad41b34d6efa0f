import { createServer } from 'node:http'
import { z } from 'zod'

// The least that Node can do: one `node:http` server that sends bytes it was given. Started by
// cached-page.ts, which says what to send.

const order = z.object({ headers: z.array(z.tuple([z.string(), z.string()])), body: z.base64() })

process.once('message', (message) => {
  const { headers, body } = order.parse(message)
  const bytes = Buffer.from(body, 'base64')
  const fixed = Object.fromEntries(headers)
  const server = createServer((_request, response) => response.writeHead(200, fixed).end(bytes))
  server.keepAliveTimeout = 65_000
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
})
process.on('disconnect', () => process.exit(0))
