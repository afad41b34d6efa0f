import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname } from 'node:path'

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

/** Serves files as the plainest web space does: each under its own name, and nothing else. */
export async function serveFiles(files: ReadonlyMap<string, Buffer>, folder: string) {
  const missing: string[] = []
  const server = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? '').replace(/[?#].*$/, ''))
    const body = path.startsWith(`${folder}/`) ? files.get(path.slice(folder.length + 1)) : undefined
    if (!body) {
      missing.push(path)
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, { 'content-type': types[extname(path)] ?? 'application/octet-stream' }).end(body)
  })
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
