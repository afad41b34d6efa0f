import { readdir, readFile } from 'node:fs/promises'
import { paths } from '../../../core/contract/paths.ts'
import { RequestProblem } from '../../../core/server/errors.ts'
import type { App } from '../../../core/server/http/app.ts'
import { sendImmutable } from '../../../core/server/http/immutable-file.ts'
import { chooseEncoding } from '../../../core/server/http/negotiation.ts'
import { pageRoute } from '../../../core/server/http/page-route.ts'
import { builtFolders } from '../../../features/site/server/files/renderer.ts'

type Asset = {
  type: string
  /** Path of each encoding */
  files: { identity: string; br: string | undefined; gzip: string | undefined }
}

const types: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  woff2: 'font/woff2',
}

/**
 * Serves the built files from memory: they are few, and a visitor's first page waits for four of them (reading them
 * from disk took three times as long). Each file is read at its first request, in the requested encoding, so that a
 * server without admins does not keep the admin's code. Their names change with their content, so browsers keep them
 * for a year.
 */
export async function addAssets(app: App): Promise<void> {
  const assets = new Map((await Promise.all(builtFolders.map(findAssets))).flat())
  const bodies = new Map<string, Promise<Buffer>>()
  const read = (file: string) => {
    const body = bodies.get(file) ?? readFile(file)
    bodies.set(file, body)
    return body.catch((error: NodeJS.ErrnoException) => {
      bodies.delete(file)
      // The file is missing, because a newer build has replaced it.
      throw error.code === 'ENOENT' ? new RequestProblem('not-found') : error
    })
  }
  pageRoute(app, paths.asset('*'), { audience: 'everyone', kind: 'file' }, async (request, reply) => {
    const asset = assets.get((request.params as { '*': string })['*'])
    if (!asset) throw new RequestProblem('not-found')
    const wanted = chooseEncoding(request.headers['accept-encoding'])
    const encoding = asset.files[wanted] ? wanted : 'identity'
    const body = await read(asset.files[encoding] ?? asset.files.identity)
    return sendImmutable(reply, {
      type: asset.type,
      body,
      encoding,
      isCompressible: asset.files.br !== undefined,
    })
  })
}

/** Finds the assets by name. A `.br` or a `.gz` next to a file is its compressed version. */
async function findAssets(buildFolder: string): Promise<[name: string, Asset][]> {
  const folder = `${buildFolder}assets/`
  const names = new Set(await readdir(folder))
  const pathIfThere = (name: string) => (names.has(name) ? folder + name : undefined)
  return [...names].flatMap((name) => {
    const type = types[name.split('.').at(-1) ?? '']
    if (!type) return []
    const files = { identity: folder + name, br: pathIfThere(`${name}.br`), gzip: pathIfThere(`${name}.gz`) }
    return [[name, { type, files }]]
  })
}
