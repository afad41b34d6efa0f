import { createServer } from 'node:http'
import { z } from 'zod'

// A `node:http` server that only sends a fixed response, which shows the highest throughput that Node can reach.
// cached-page.ts starts it as a child process and compares the app with it.

const response = z.object({ headers: z.array(z.tuple([z.string(), z.string()])), body: z.base64() })

process.once('message', (message) => {
  const { headers, body } = response.parse(message)
  const bytes = Buffer.from(body, 'base64')
  const fields = Object.fromEntries(headers)
  const server = createServer((_request, response) => response.writeHead(200, fields).end(bytes))
  server.keepAliveTimeout = 65_000
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
})
process.on('disconnect', () => process.exit(0))
