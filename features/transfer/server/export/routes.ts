import { idParams } from '../../../../core/contract/paging.ts'
import { rights } from '../../../../core/contract/roles.ts'
import type { App, RouteDeps } from '../../../../core/server/http/app.ts'
import { requireSession } from '../../../../core/server/http/guards/session.ts'
import { downloadRoute } from '../../../../core/server/http/page-route.ts'
import { orNotFound, route } from '../../../../core/server/http/route.ts'
import type { MediaStore } from '../../../media/server/store.ts'
import {
  siteExportCreate,
  siteExportDelete,
  siteExportList,
  siteExportRead,
} from '../../contract/site-export.ts'
import { transferPaths } from '../../contract/transfer-paths.ts'
import { recordActivity } from '../actions.ts'
import { readParts } from '../stored-parts.ts'
import { deleteExport, findExport, findExportFile, listExports, startExport } from './site-exports.ts'

const access = { audience: 'admin', role: rights.moveSite, scope: 'export-site' } as const

export function addExportRoutes(app: App, { db, media }: RouteDeps & { media: MediaStore }): void {
  route(app, siteExportList, access, () => listExports(db))

  route(app, siteExportCreate, access, async ({ session, reply }) => {
    const started = await startExport(db, session.user)
    // Without this, it would be the first status of the endpoint, 200.
    if (started.created) reply.code(202)
    return started.export
  })

  route(app, siteExportRead, access, async ({ params }) => orNotFound(await findExport(db, params.id)))

  route(app, siteExportDelete, access, async ({ params, session }) => {
    orNotFound(await deleteExport(db, media, session.user, params.id))
  })

  downloadRoute(
    app,
    transferPaths.exportFile(':id'),
    {
      role: access.role,
      scope: access.scope,
      summary: 'Download an export of the site',
      description: 'A zip with everything, people and subscribers included.',
      produces: ['application/zip'],
      params: idParams,
    },
    async (request) => {
      const { folder, parts, bytes } = orNotFound(await findExportFile(db, request.params.id))
      await recordActivity(db, { action: 'export-downloaded', by: requireSession(request).user })
      const body = readParts(media, folder, parts)
      return { type: 'application/zip', filename: 'site.zip', body, bytes }
    },
  )
}
