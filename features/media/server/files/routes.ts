import type { FastifyReply } from 'fastify'
import { z } from 'zod/mini'
import { rights } from '../../../../core/contract/roles.ts'
import { RequestProblem } from '../../../../core/server/errors.ts'
import type { App } from '../../../../core/server/http/app.ts'
import { matchesEtag } from '../../../../core/server/http/negotiation.ts'
import { pageRoute } from '../../../../core/server/http/page-route.ts'
import { sendRows } from '../../../../core/server/http/paging.ts'
import { orNotFound, route } from '../../../../core/server/http/route.ts'
import {
  fileDelete,
  fileLimits,
  fileList,
  fileMessages,
  fileRead,
  fileUpload,
  pdfType,
  readFileAddress,
} from '../../contract/files.ts'
import { mediaPaths } from '../../contract/media-paths.ts'
import { acceptUploads, type MediaDeps } from '../routes.ts'
import { findStoredFile } from '../store.ts'
import { deleteStored } from '../stored-rows.ts'
import { receiveFile, type UploadKind } from '../upload.ts'
import { withWorkFolder } from '../work-folder.ts'
import { addUploadedFile, findFile, keyOf, listFiles } from './files.ts'

const pdfUpload: UploadKind = {
  bytes: fileLimits.bytes,
  fields: [],
  tooLarge: fileMessages.tooLarge,
  missing: 'There’s no file in the upload. Choose one and try again.',
  howToSend: 'Send the file as a form with the field file.',
}

export function addFileRoutes(app: App, { db, media, features }: MediaDeps): void {
  const admin = { audience: 'admin', role: rights.work } as const
  const params = z.object({ name: z.string(), fileName: z.string() })

  pageRoute(
    app,
    mediaPaths.file(':name', ':fileName'),
    { audience: 'everyone', kind: 'file', params },
    async (request, reply) => {
      const { name, fileName } = request.params
      const address = readFileAddress(mediaPaths.file(name, fileName))
      const file = address && (await findStoredFile(media, keyOf(address)))
      if (!file) throw new RequestProblem('not-found')
      const etag = `"${name}"`
      protectDownload(reply, fileName).header('etag', etag)
      if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
      return reply
        .type(pdfType)
        .header('content-length', file.bytes)
        .send(await file.open())
    },
  )

  route(app, fileList, { ...admin, scope: 'read-posts' }, async (context) =>
    sendRows(context, await listFiles(db, features, context.query)),
  )

  route(app, fileRead, { ...admin, scope: 'read-posts' }, async ({ params }) =>
    orNotFound(await findFile(db, features, params.id)),
  )

  acceptUploads(
    app,
    (uploads, options) =>
      route(
        uploads,
        fileUpload,
        { ...admin, scope: 'write-drafts', ...options },
        async ({ session, request }) =>
          withWorkFolder(async (folder) => {
            const received = await receiveFile(request, folder, pdfUpload)
            const result = await addUploadedFile(db, media, received, session.user.id)
            if (result.outcome === 'added') return result.file
            throw new RequestProblem(
              result.reason === 'not-pdf' ? 'unsupported-media-type' : 'not-accepted',
              { detail: result.detail },
            )
          }),
      ),
    pdfUpload,
  )

  route(app, fileDelete, admin, async ({ params, session }) => {
    orNotFound(await deleteStored({ db, media, features }, 'files', session.user, params.id))
  })
}

/** Makes browsers save the file instead of opening it in this site's origin, even if it is something else as well. */
function protectDownload(reply: FastifyReply, fileName: string): FastifyReply {
  return reply
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cross-origin-resource-policy', 'same-origin')
    .header('cache-control', 'public, max-age=31536000, immutable')
}
