import multipart from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import {
  type MediaItem,
  mediaChange,
  mediaItem,
  mediaQuery,
  readMediaAddress,
} from '../../contracts/media.ts'
import { rowId } from '../../contracts/paging.ts'
import { paths } from '../../contracts/paths.ts'
import type { Database } from '../db/connect.ts'
import { RequestProblem } from '../errors.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { matchesEtag } from '../http/negotiation.ts'
import { setPagingHeaders } from '../http/paging.ts'
import { type AddResult, addMediaFile, changeMedia, deleteMedia, listMedia, type Uploader } from './media.ts'
import type { MediaStore } from './store.ts'
import { type Format, findFile, formats } from './store.ts'
import { receiveUpload, refuseLargeUpload, uploadLimits } from './upload.ts'
import { withWorkFolder } from './work-folder.ts'

/** Seconds that an upload may take to arrive: 25 MB on a slow line. */
export const uploadArrivalSeconds = 300

export function addMediaRoutes(app: App, { db, media }: RouteDeps & { media: MediaStore }): void {
  const admin = { audience: 'admin', kind: 'call' } as const

  app.get(
    paths.mediaFile,
    {
      config: { audience: 'everyone', kind: 'file' },
      schema: { hide: true, params: z.object({ file: z.string() }) },
    },
    async (request, reply) => {
      const address = readMediaAddress(paths.mediaFile.replace(':file', request.params.file))
      const format = bestFormat(request.headers.accept)
      const file = address && (await findFile(media, address.name, address.width, format))
      if (!file) throw new RequestProblem('not-found')
      const etag = `"${request.params.file}.${format.extension}"`
      reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('vary', 'Accept')
        .header('etag', etag)
        // A reader of the feed on another site may show the picture.
        .header('cross-origin-resource-policy', 'cross-origin')
      if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
      return reply
        .type(format.type)
        .header('content-length', file.bytes)
        .send(await file.open())
    },
  )

  app.get(
    paths.api.media,
    {
      config: admin,
      schema: {
        summary: 'List images, newest first',
        description: '`q` is part of the alt text or of the file name.',
        querystring: mediaQuery,
        response: { 200: z.array(mediaItem) },
      },
    },
    async (request, reply) => {
      const page = await listMedia(db, request.query)
      setPagingHeaders(request, reply, page)
      return page.items
    },
  )

  app.register(async (uploads: App) => {
    await uploads.register(multipart, { limits: uploadLimits })
    uploads.post(
      paths.api.media,
      {
        config: { ...admin, arrivalSeconds: uploadArrivalSeconds },
        onRequest: async (request) => refuseLargeUpload(request),
        schema: {
          summary: 'Upload an image',
          description:
            'multipart/form-data with the field `file`, a JPEG, PNG, WebP, GIF, or AVIF of up to 25 MB, and `alt`. The response has what an `img` element needs.',
          consumes: ['multipart/form-data'],
          response: { 201: mediaItem },
        },
      },
      async (request, reply) => {
        const by = { createdBy: request.session?.user.id ?? null }
        return reply.code(201).send(await acceptUpload(request, reply, { db, media, by }))
      },
    )
  })

  app.put(
    paths.api.mediaItem(':id'),
    {
      config: admin,
      schema: {
        summary: 'Change the alt text of an image',
        params: z.object({ id: rowId }),
        body: mediaChange,
        response: { 200: mediaItem },
      },
    },
    async (request) => {
      const item = await changeMedia(db, request.params.id, request.body)
      if (!item) throw new RequestProblem('not-found')
      return item
    },
  )

  app.delete(
    paths.api.mediaItem(':id'),
    {
      config: admin,
      schema: {
        summary: 'Delete an image',
        description: 'Responds 409 with the `posts` that use it, if there are any.',
        params: z.object({ id: rowId }),
      },
    },
    async (request, reply) => {
      const result = await deleteMedia(db, media, request.params.id)
      if (result.outcome === 'missing') throw new RequestProblem('not-found')
      if (result.outcome === 'in-use')
        throw new RequestProblem('conflict', { detail: result.detail, extensions: { posts: result.posts } })
      return reply.code(204).send()
    },
  )
}

/** Receives a picture and makes its sizes, unless the sender leaves. */
export async function acceptUpload(
  request: FastifyRequest,
  reply: FastifyReply,
  { db, media, by }: { db: Database; media: MediaStore; by: Uploader },
): Promise<MediaItem> {
  const gone = new AbortController()
  reply.raw.on('close', () => gone.abort())
  const result = await withWorkFolder(async (folder) =>
    addMediaFile(db, media, await receiveUpload(request, folder), by, gone.signal),
  ).catch((error: unknown) => {
    // Nobody is there to read an answer, and nothing went wrong on our side.
    if (gone.signal.aborted) throw new RequestProblem('bad-request', { cause: error })
    throw error
  })
  return added(result)
}

/** AVIF and WebP only to those who name them: `*` says nothing about what can be shown. */
function bestFormat(accept = ''): Format {
  const named = new Set(
    accept
      .toLowerCase()
      .split(',')
      .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
      .map((part) => part.split(';', 1)[0]?.trim()),
  )
  return formats.find(({ type }) => named.has(type)) ?? formats[formats.length - 1] ?? formats[0]
}

function added(result: AddResult) {
  if (result.outcome === 'added') return result.item
  const { reason, detail } = result
  if (reason === 'busy') throw new RequestProblem('unavailable', { detail, retryAfterSeconds: 60 })
  throw new RequestProblem(
    reason === 'unreadable' || reason === 'heic' ? 'unsupported-media-type' : 'not-accepted',
    { detail },
  )
}
