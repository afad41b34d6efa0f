import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { type BackupsResponse, backupsResponse } from '../../contracts/backups.ts'
import { paths } from '../../contracts/paths.ts'
import { RequestProblem } from '../errors.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { requireSession } from '../http/guards/session.ts'
import { enqueue } from '../jobs/queue.ts'
import { findLast, findLedgerProblem } from './last-backup.ts'
import { listKept } from './rotate-backups.ts'

/** Ms that the call which asks for a backup waits for its end. A small site needs two seconds. */
const patience = 15_000

export function addBackupRoutes(app: App, { config, db }: RouteDeps): void {
  const { backupsFolder, backupsKeep: keep, mediaPlace } = config
  const admin = { audience: 'admin', kind: 'call' } as const

  const answer = async (): Promise<BackupsResponse> => ({
    keep,
    backups: await listKept(backupsFolder),
    last: (await findLast(db)) ?? null,
    ledgerProblem: await findLedgerProblem(db),
    pictures: mediaPlace.kind === 's3' ? 'elsewhere' : 'included',
  })

  app.get(
    paths.api.backups,
    { config: admin, schema: { summary: 'List the backups', response: { 200: backupsResponse } } },
    answer,
  )

  app.post(
    paths.api.backups,
    {
      config: admin,
      schema: {
        summary: 'Make a backup now',
        description: 'Answers when it is complete, or after 15 seconds while it is still running.',
        response: { 200: backupsResponse },
      },
    },
    async () => {
      if (keep === 0)
        throw new RequestProblem('conflict', {
          detail: 'Backups are off. Set BACKUPS_KEEP in the configuration and restart the server.',
        })
      const askedAt = new Date().toISOString()
      await enqueue(db, 'back-up', {})
      for (const until = Date.now() + patience; Date.now() < until; await sleep(200)) {
        const last = await findLast(db)
        // One that had begun before holds less than what was asked for.
        if (last?.finishedAt && last.startedAt >= askedAt) break
      }
      return answer()
    },
  )

  app.get(
    paths.api.backup(':name'),
    {
      config: admin,
      schema: { summary: 'Download one backup', params: z.object({ name: z.string() }) },
    },
    async (request, reply) => {
      // Only a name of the list leads to a file.
      const kept = (await listKept(backupsFolder)).find(({ name }) => name === request.params.name)
      if (!kept) throw new RequestProblem('not-found')
      request.log.info(
        { userId: requireSession(request).user.id, backup: kept.name },
        'a backup is being downloaded',
      )
      return reply
        .type('application/gzip')
        .header('content-length', kept.bytes)
        .header('content-disposition', `attachment; filename="${kept.name}"`)
        .send(createReadStream(join(backupsFolder, kept.name)))
    },
  )
}
