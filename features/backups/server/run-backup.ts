import { drizzle } from 'drizzle-orm/node-postgres'
import type { Config } from '../../../core/config.ts'
import type { Actor } from '../../../core/server/activity/record-activity.ts'
import { type Database, isDatabaseAway, openClient } from '../../../core/server/db/connect.ts'
import type { Job } from '../../../core/server/jobs/queue.ts'
import { StartError } from '../../../core/server/start-error.ts'
import type { MediaStore } from '../../media/server/store.ts'
import { recordActivity } from './actions.ts'
import { saveLast } from './last-backup.ts'
import { makeKept } from './rotate-backups.ts'

export type BackupDeps = {
  config: Pick<Config, 'backupsFolder' | 'backupsKeep'>
  db: Database
  connectionString: string
  media: MediaStore
  signal: AbortSignal
}

/** `by`: the user who asked for a backup */
export const backUpJob: Job<{ by?: { id: number } }> = { name: 'back-up', seconds: 3600, cron: '41 2 * * *' }

/**
 * Job: makes the daily backup, or one that an admin requests. Its state is in the database, where all instances see it.
 */
export async function backUp(
  { config, db, connectionString, media, signal }: BackupDeps,
  by: Actor = 'server',
): Promise<void> {
  if (config.backupsKeep === 0) return
  const startedAt = new Date().toISOString()
  try {
    const made = await makeKept({
      connectionString,
      media,
      folder: config.backupsFolder,
      keep: config.backupsKeep,
      // Only with the lock: if another process were making a backup, this state would stay unfinished.
      onBegin: () => saveLast(db, { startedAt, finishedAt: null, problem: null }),
      signal,
    })
    if (!made) return
    await db.transaction(async (tx) => {
      await saveLast(tx, { startedAt, finishedAt: new Date().toISOString(), problem: null })
      await recordActivity(tx, { action: 'backup-made', by })
    })
  } catch (error) {
    const problem =
      error instanceof StartError
        ? error.message
        : 'It was interrupted, and we’ll try again. If this keeps happening, check the server log.'
    await saveLast(db, { startedAt, finishedAt: new Date().toISOString(), problem })
    throw error
  }
}

/**
 * Records a backup that a command has made. The backup counts even if it cannot be recorded: the database may be of an
 * older version without the list of activity, or its disk may be full.
 */
export async function recordMadeByCommand(connectionString: string): Promise<void> {
  const client = await openClient(connectionString, 'everyday-ai backup')
  try {
    const { rows } = await client.query(`select to_regclass('public.activity') is not null as known`)
    if (rows[0]?.known) await recordActivity(drizzle(client), { action: 'backup-made', by: 'command' })
  } catch (error) {
    if (!isDatabaseAway(error)) throw error
  } finally {
    await client.end()
  }
}
