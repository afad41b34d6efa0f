import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

// WebDriver does not report errors in a page. So this proxy in front of the app adds a script to each HTML page, which
// reports errors in all three engines. It leaves the app's content security policy in force.

const scriptPath = '/error-recorder.js'
const reportPath = '/error-recorder'

const script = `
  const send = (text) => void fetch('${reportPath}', { method: 'POST', body: location.pathname + ': ' + text, keepalive: true })
  addEventListener('error', (event) => send('exception: ' + event.message))
  addEventListener('unhandledrejection', (event) => send('rejection: ' + event.reason))
  addEventListener('securitypolicyviolation', (event) => send('policy: ' + event.violatedDirective + ' ' + event.blockedURI))
  for (const level of ['error', 'warn']) {
    const original = console[level]
    console[level] = (...values) => {
      send('console.' + level + ': ' + values.join(' '))
      original.apply(console, values)
    }
  }
`

export type ErrorRecorder = {
  url: string
  /** Returns the errors since the last call. */
  takeErrors(): string[]
  close(): Promise<void>
}

export async function startErrorRecorder(appUrl: string): Promise<ErrorRecorder> {
  let errors: string[] = []
  const server = createServer(async (incoming, outgoing) => {
    if (incoming.url === scriptPath) return outgoing.setHeader('content-type', 'text/javascript').end(script)
    if (incoming.url === reportPath) {
      errors.push(await text(incoming))
      return outgoing.writeHead(204).end()
    }
    forward(appUrl, incoming, outgoing)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    takeErrors() {
      const taken = errors
      errors = []
      return taken
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function forward(appUrl: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const options = { method: incoming.method, headers: { ...incoming.headers, 'accept-encoding': 'identity' } }
  const forwarded = request(`${appUrl}${incoming.url}`, options, async (answer) => {
    const isPage = answer.headers['content-type']?.startsWith('text/html')
    if (!isPage) {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
      return
    }
    const html = (await text(answer)).replace('<head>', `<head><script src="${scriptPath}"></script>`)
    const { 'content-length': _, ...headers } = answer.headers
    outgoing.writeHead(answer.statusCode ?? 502, headers).end(html)
  })
  forwarded.on('error', () => outgoing.destroy())
  incoming.pipe(forwarded)
}
