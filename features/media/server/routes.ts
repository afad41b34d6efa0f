import multipart from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { rights } from '../../../core/contract/roles.ts'
import type { Database } from '../../../core/server/db/connect.ts'
import { RequestProblem } from '../../../core/server/errors.ts'
import type { App, RouteDeps } from '../../../core/server/http/app.ts'
import { matchesEtag, parseWeights } from '../../../core/server/http/negotiation.ts'
import { pageRoute } from '../../../core/server/http/page-route.ts'
import { sendRows } from '../../../core/server/http/paging.ts'
import { orNotFound, route } from '../../../core/server/http/route.ts'
import type { Feature } from '../../manifest/feature.ts'
import {
  type MediaItem,
  mediaDelete,
  mediaList,
  mediaUpdate,
  mediaUpload,
  readMediaAddress,
} from '../contract/media.ts'
import { mediaPaths } from '../contract/media-paths.ts'
import { type AddResult, addMediaFile, changeMedia, listMedia, type Uploader } from './media.ts'
import { type Format, findStoredFile, formats, type MediaStore } from './store.ts'
import { deleteStored } from './stored-rows.ts'
import { pictureUpload, receiveUpload, refuseLargeUpload, type UploadKind, uploadLimits } from './upload.ts'
import { withWorkFolder } from './work-folder.ts'

/** Max seconds for an upload to arrive: 25 MB on a slow connection */
const uploadArrivalSeconds = 300
const [, , jpeg] = formats

export type MediaDeps = RouteDeps & { media: MediaStore; features: Feature[] }

export function addMediaRoutes(app: App, { db, media, features }: MediaDeps): void {
  const admin = { audience: 'admin', role: rights.work } as const

  const params = z.object({ file: z.string() })
  pageRoute(
    app,
    mediaPaths.mediaFile,
    { audience: 'everyone', kind: 'file', params },
    async (request, reply) => {
      const asked = request.params.file
      const isJpeg = asked.endsWith('.jpg')
      const address = readMediaAddress(mediaPaths.mediaFile.replace(':file', asked.replace(/\.jpg$/, '')))
      const format = isJpeg ? jpeg : bestFormat(request.headers.accept)
      const file =
        address && (await findStoredFile(media, `${address.name}/${address.width}.${format.extension}`))
      if (!file) throw new RequestProblem('not-found')
      const etag = `"${address?.name}-${address?.width}.${format.extension}"`
      if (!isJpeg) reply.header('vary', 'Accept')
      reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('etag', etag)
        // Feed readers on other sites may show the picture.
        .header('cross-origin-resource-policy', 'cross-origin')
      if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
      return reply
        .type(format.type)
        .header('content-length', file.bytes)
        .send(await file.open())
    },
  )

  route(app, mediaList, { ...admin, scope: 'read-posts' }, async (context) =>
    sendRows(context, await listMedia(db, features, context.query)),
  )

  acceptUploads(app, (uploads, options) =>
    route(
      uploads,
      mediaUpload,
      { ...admin, scope: 'write-drafts', ...options },
      async ({ session, request, reply }) =>
        acceptUpload(request, reply, { db, media, by: { createdBy: session.user.id } }),
    ),
  )

  route(app, mediaUpdate, admin, async ({ params, body, session }) =>
    orNotFound(await changeMedia(db, features, params.id, body, session.user)),
  )

  route(app, mediaDelete, admin, async ({ params, session }) => {
    orNotFound(await deleteStored({ db, media, features }, 'pictures', session.user, params.id))
  })
}

/** Calls `add` to add a route that accepts uploads. `options` are the options that such a route needs. */
export function acceptUploads(
  app: App,
  add: (uploads: App, options: ReturnType<typeof uploadOptions>) => void,
  kind = pictureUpload,
): void {
  app.register(async (uploads: App) => {
    await uploads.register(multipart, { limits: uploadLimits(kind) })
    add(uploads, uploadOptions(kind))
  })
}

const uploadOptions = (kind: UploadKind) => ({
  consumes: ['multipart/form-data'],
  onRequest: async (request: FastifyRequest) => refuseLargeUpload(request, kind),
  config: { arrivalSeconds: uploadArrivalSeconds },
})

/** Receives a picture and makes its sizes. Stops if the client closes the connection. */
export async function acceptUpload(
  request: FastifyRequest,
  reply: FastifyReply,
  { db, media, by }: { db: Database; media: MediaStore; by: Uploader },
): Promise<MediaItem> {
  const gone = new AbortController()
  reply.raw.on('close', () => gone.abort())
  const result = await withWorkFolder(async (folder) =>
    addMediaFile(db, media, await receiveUpload(request, folder), by, { signal: gone.signal }),
  ).catch((error: unknown) => {
    // The client has closed the connection, so nothing went wrong on our side.
    if (gone.signal.aborted) throw new RequestProblem('bad-request', { cause: error })
    throw error
  })
  return toUploadedItem(result)
}

/** Chooses AVIF or WebP only if the client names it, because `*` does not say what a client can show. */
function bestFormat(accept = ''): Format {
  const weights = parseWeights(accept)
  return formats.find(({ type }) => (weights.get(type) ?? 0) > 0) ?? jpeg
}

function toUploadedItem(result: AddResult): MediaItem {
  if (result.outcome === 'added') return result.item
  const { reason, detail } = result
  if (reason === 'busy') throw new RequestProblem('unavailable', { detail, retryAfterSeconds: 60 })
  throw new RequestProblem(
    reason === 'unreadable' || reason === 'heic' ? 'unsupported-media-type' : 'not-accepted',
    { detail },
  )
}
