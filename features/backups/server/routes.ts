import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { rights } from '../../../core/contract/roles.ts'
import { RequestProblem } from '../../../core/server/errors.ts'
import type { App, RouteDeps } from '../../../core/server/http/app.ts'
import { requireSession } from '../../../core/server/http/guards/session.ts'
import { downloadRoute } from '../../../core/server/http/page-route.ts'
import { orNotFound, route } from '../../../core/server/http/route.ts'
import { enqueue } from '../../../core/server/jobs/queue.ts'
import { backupPaths } from '../contract/backup-paths.ts'
import { type BackupsResponse, backupCreate, backupList } from '../contract/backups.ts'
import { recordActivity } from './actions.ts'
import { findLast, findLedgerProblem } from './last-backup.ts'
import { listKept } from './rotate-backups.ts'
import { backUpJob } from './run-backup.ts'

/** Max ms that the request waits for the backup to finish. The backup of a small site takes two seconds. */
const backupTimeoutMs = 15_000

export function addBackupRoutes(app: App, { config, db }: RouteDeps): void {
  const { backupsFolder, backupsKeep: keep, mediaPlace } = config

  const readAll = async (): Promise<BackupsResponse> => ({
    keep,
    backups: await listKept(backupsFolder),
    last: (await findLast(db)) ?? null,
    ledgerProblem: await findLedgerProblem(db),
    pictures: mediaPlace.kind === 's3' ? 'elsewhere' : 'included',
  })

  route(app, backupList, { audience: 'admin', role: rights.manageSite }, readAll)

  route(app, backupCreate, { audience: 'admin', role: rights.manageSite }, async ({ session: { user } }) => {
    if (keep === 0)
      throw new RequestProblem('conflict', {
        detail: 'Backups are off. Set BACKUPS_KEEP in the configuration and restart the server.',
      })
    const requestedAt = new Date().toISOString()
    await enqueue(db, backUpJob, { by: { id: user.id } })
    for (const until = Date.now() + backupTimeoutMs; Date.now() < until; await sleep(200)) {
      const last = await findLast(db)
      // A backup that started earlier may lack the newest changes.
      if (last?.finishedAt && last.startedAt >= requestedAt) break
    }
    return readAll()
  })

  downloadRoute(
    app,
    backupPaths.file(':name'),
    { role: rights.manageSite, summary: 'Download one backup', params: z.object({ name: z.string() }) },
    async (request) => {
      // The name must be in the list, so no other file can be reached.
      const kept = orNotFound(
        (await listKept(backupsFolder)).find(({ name }) => name === request.params.name),
      )
      await recordActivity(db, {
        action: 'backup-downloaded',
        by: requireSession(request).user,
        details: { madeAt: kept.madeAt },
      })
      const body = createReadStream(join(backupsFolder, kept.name))
      return { type: 'application/gzip', filename: kept.name, body, bytes: kept.bytes }
    },
  )
}
