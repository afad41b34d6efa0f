import { LRUCache } from 'lru-cache'
import { z } from 'zod/mini'
import { paths } from '../../../../core/contract/paths.ts'
import { rights } from '../../../../core/contract/roles.ts'
import { RequestProblem } from '../../../../core/server/errors.ts'
import type { App } from '../../../../core/server/http/app.ts'
import { sendImmutable } from '../../../../core/server/http/immutable-file.ts'
import { chooseEncoding, type Encoding } from '../../../../core/server/http/negotiation.ts'
import { compress } from '../../../../core/server/http/page-cache/page-cache.ts'
import { pageRoute } from '../../../../core/server/http/page-route.ts'
import { previewStyleQuery } from '../../contract/look/preview-style.ts'
import type { LookStyles } from './look-styles.ts'

const type = 'text/css; charset=utf-8'
/** Max style sheets in memory, each in up to three encodings */
const maxInMemory = 20

/** Adds the style sheets of the site's looks: the published ones by their hash, and those of previews. */
export function addLookRoutes(app: App, { lookStyles }: { lookStyles: LookStyles }): void {
  const bodies = new LRUCache<string, Promise<Buffer>>({ max: maxInMemory * 3 })

  function encode(hash: string, css: string, encoding: Encoding): Promise<Buffer> | Buffer {
    if (encoding === 'identity') return Buffer.from(css)
    const key = `${hash} ${encoding}`
    const body = bodies.get(key) ?? compress(Buffer.from(css), encoding)
    bodies.set(key, body)
    return body
  }

  const params = z.object({ hash: z.string() })
  pageRoute(
    app,
    paths.lookStyle(':hash'),
    { audience: 'everyone', kind: 'file', params },
    async (request, reply) => {
      const { hash } = request.params
      const css = /^[0-9a-f]{16}$/.test(hash) ? await lookStyles.find(hash) : undefined
      if (css === undefined) throw new RequestProblem('not-found')
      const encoding = chooseEncoding(request.headers['accept-encoding'])
      const body = await encode(hash, css, encoding)
      return sendImmutable(reply, { type, body, encoding, isCompressible: true })
    },
  )

  pageRoute(
    app,
    paths.api.lookPreviewStyle,
    { audience: 'admin', role: rights.editSite, kind: 'file', query: previewStyleQuery },
    async ({ query }, reply) => reply.type(type).send(lookStyles.compose(query)),
  )
}
