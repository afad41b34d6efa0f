import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname } from 'node:path'
import { gzipSync } from 'node:zlib'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.pdf': 'application/pdf',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml',
  '.json': 'application/json',
}

const isText = /\.(html|css|txt|xml|json|svg)$/

/**
 * Serves files as a plain web space does: each under its own name, index.html for a folder, text compressed, all kept by
 * the browser for a day. At missing addresses below the folder it sends 404.html.
 */
export async function serveFiles(files: ReadonlyMap<string, Buffer>, folder: string) {
  const missing: string[] = []
  const server = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? '').replace(/[?#].*$/, ''))
    const name = path.startsWith(`${folder}/`)
      ? path.slice(folder.length + 1).replace(/(^|\/)$/, '$1index.html')
      : undefined
    if (name !== undefined && files.has(name)) return send(request, response, 200, name)
    missing.push(path)
    if (name === undefined) response.writeHead(404).end()
    else send(request, response, 404, '404.html')
  })
  function send(request: IncomingMessage, response: ServerResponse, status: number, name: string): void {
    const body = files.get(name) ?? Buffer.alloc(0)
    const isCompressed = isText.test(name) && /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
    response
      .writeHead(status, {
        'content-type': types[extname(name)] ?? 'application/octet-stream',
        'cache-control': 'public, max-age=86400',
        ...(isCompressed && { 'content-encoding': 'gzip' }),
      })
      .end(isCompressed ? gzipSync(body) : body)
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}${folder}/`,
    /** Paths that were requested and are not there */
    missing,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
