import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { idParams } from '../../../core/contract/paging.ts'
import { rights } from '../../../core/contract/roles.ts'
import { csvRoute } from '../../../core/server/activity/csv-route.ts'
import { RequestProblem } from '../../../core/server/errors.ts'
import type { App, RouteDeps } from '../../../core/server/http/app.ts'
import { sendRows } from '../../../core/server/http/paging.ts'
import { route } from '../../../core/server/http/route.ts'
import type { MediaStore } from '../../media/server/store.ts'
import {
  importCancel,
  importCheck,
  importCreate,
  importList,
  importNoteList,
  importNotesFileQuery,
  importPartBytes,
  importPartStore,
  importRead,
  importStart,
  importUndo,
  importUpload,
  importUploaded,
} from '../contract/imports.ts'
import { transferPaths } from '../contract/transfer-paths.ts'
import { listImportNotes, notesCsv, walkNotes } from './import-notes.ts'
import { cancelImport, startCheck, startImport, startUndo } from './import-steps.ts'
import { createImport, createUploadedImport, finishUpload, storeImportPart } from './import-uploads.ts'
import { multipartLimits, receiveFiles, refuseLargeRequest } from './receive-upload.ts'
import { listImports, readImport } from './site-imports.ts'

/** Max seconds for a part, or for a small file, to arrive on a slow connection */
const arrivalSeconds = 300

type ImportRoutes = RouteDeps & { media: MediaStore }

const owner = { audience: 'admin', role: rights.moveSite, scope: 'import-site' } as const

export function addImportRoutes(app: App, deps: ImportRoutes): void {
  addUploadRoutes(app, deps)
  addStepRoutes(app, deps)
  addNoteRoutes(app, deps)
}

function addUploadRoutes(app: App, { db, media }: ImportRoutes): void {
  route(app, importCreate, owner, ({ body, session }) => createImport(db, session.user.id, body))

  app.register(async (uploads: App) => {
    await uploads.register(multipart, { limits: multipartLimits })
    route(
      uploads,
      importUpload,
      {
        ...owner,
        consumes: ['multipart/form-data'],
        onRequest: async (request: FastifyRequest) => refuseLargeRequest(request),
        config: { arrivalSeconds },
      },
      async ({ request, session }) =>
        createUploadedImport(db, media, session.user.id, await receiveFiles(db, media, request)),
    )
  })

  app.register(async (parts: App) => {
    parts.addContentTypeParser(
      'application/octet-stream',
      { parseAs: 'buffer', bodyLimit: importPartBytes },
      (_request, body, done) => done(null, body),
    )
    route(
      parts,
      importPartStore,
      {
        ...owner,
        consumes: ['application/octet-stream'],
        bodyLimit: importPartBytes,
        config: { arrivalSeconds },
      },
      async ({ params, request }) => {
        if (!Buffer.isBuffer(request.body))
          throw new RequestProblem('unsupported-media-type', {
            detail: 'Send the bytes of the part as application/octet-stream.',
          })
        await storeImportPart(db, media, params, request.body)
      },
    )
  })

  route(app, importUploaded, owner, ({ params }) => finishUpload(db, params.id))
}

function addStepRoutes(app: App, { db, media }: ImportRoutes): void {
  route(app, importList, owner, async (context) => sendRows(context, await listImports(db, context.query)))

  route(app, importRead, owner, ({ params }) => readImport(db, params.id))

  route(app, importCheck, owner, ({ params, body }) => startCheck(db, params.id, body))

  route(app, importStart, owner, ({ params, body, session }) =>
    startImport(db, session.user, params.id, body),
  )

  route(app, importCancel, owner, ({ params }) => cancelImport(db, media, params.id))

  route(app, importUndo, owner, ({ params, session }) => startUndo(db, session.user, params.id))
}

function addNoteRoutes(app: App, { db, siteSource }: ImportRoutes): void {
  route(app, importNoteList, owner, async (context) =>
    sendRows(context, await listImportNotes(db, context.params.id, context.query)),
  )

  csvRoute(
    app,
    { db, siteSource },
    transferPaths.notesFile(':id'),
    {
      role: rights.moveSite,
      scope: 'import-site',
      summary: 'The same notes as a CSV file',
      description: '`bom=1` for Excel.',
      params: idParams,
      query: importNotesFileQuery,
    },
    {
      csv: notesCsv,
      walk: ({ params, query: { bom: _, ...filter } }, { batch }) => walkNotes(db, params.id, filter, batch),
      filename: (today, { params, query }) => `import-${params.id}-${query.phase}-${today}.csv`,
    },
  )
}
