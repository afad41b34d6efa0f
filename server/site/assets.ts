import { readdir, readFile } from 'node:fs/promises'
import { paths } from '../../contracts/paths.ts'
import type { App } from '../app.ts'
import { RequestProblem } from '../errors.ts'
import { chooseEncoding } from '../http/page-cache.ts'
import { adminFolder, clientFolder } from './renderer.ts'

type Asset = { type: string; identity: Buffer; br: Buffer | undefined; gzip: Buffer | undefined }

const types: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  woff2: 'font/woff2',
}

/**
 * The built files, from memory: they are few, and a visitor's first page waits for four of them (reading them
 * from the disk took three times as long). Their names change with their content, so they are good for a year.
 */
export async function addAssets(app: App): Promise<void> {
  const assets = new Map<string, Asset>()
  for (const folder of [clientFolder, adminFolder]) await readAssets(`${folder}assets/`, assets)
  app.get(
    paths.asset('*'),
    { config: { audience: 'everyone', kind: 'file' }, schema: { hide: true } },
    async (request, reply) => {
      const asset = assets.get((request.params as { '*': string })['*'])
      if (!asset) throw new RequestProblem('not-found')
      const encoding = chooseEncoding(request.headers['accept-encoding'])
      const body = asset[encoding] ?? asset.identity
      if (body !== asset.identity) reply.header('content-encoding', encoding)
      if (asset.br) reply.header('vary', 'Accept-Encoding')
      // It is about documents. A file's first flight has no byte to spare (docs/decisions/007-fonts.md).
      reply.removeHeader('cross-origin-opener-policy')
      return reply.type(asset.type).header('cache-control', 'public, max-age=31536000, immutable').send(body)
    },
  )
}

/** By name; a `.br` and a `.gz` beside a file are the same file compressed. */
async function readAssets(folder: string, assets: Map<string, Asset>): Promise<void> {
  const names = await readdir(folder)
  const readIfThere = (name: string) => (names.includes(name) ? readFile(folder + name) : undefined)
  for (const name of names) {
    const type = types[name.split('.').at(-1) ?? '']
    if (!type) continue
    const [identity, br, gzip] = await Promise.all([
      readFile(folder + name),
      readIfThere(`${name}.br`),
      readIfThere(`${name}.gz`),
    ])
    assets.set(name, { type, identity, br, gzip })
  }
}
