import { sql } from 'drizzle-orm'
import type { ActingUser, Actor } from '../../../core/server/activity/record-activity.ts'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { enqueue, type Job } from '../../../core/server/jobs/queue.ts'
import type { MediaStore } from '../../media/server/store.ts'
import { busyImportStates, type ImportOptions, type SiteImport } from '../contract/imports.ts'
import { recordActivity } from './actions.ts'
import { deleteFilesOf } from './import-uploads.ts'
import {
  cancelChannel,
  canUndo,
  changeImport,
  describeImport,
  explainBusy,
  type ImportRow,
  notNow,
} from './site-imports.ts'

/** A run ends after a few minutes and queues the next one, but a check is one run. */
export const importJob: Job = { name: 'import-site', seconds: 7200, cron: '*/5 * * * *', atStart: true }

export function startCheck(
  db: Queryable,
  id: number,
  { oldAddress }: Pick<ImportOptions, 'oldAddress'>,
): Promise<SiteImport> {
  return changeImport(db, id, async (tx, row) => {
    if (row.state === 'checking') return {}
    if (row.startedAt !== null || !isOneOf(row.state, ['uploaded', 'checked', 'canceled', 'failed']))
      throw notNow('It can be checked only before it starts.')
    await requireFiles(tx, row)
    await beginWork(tx)
    const { oldAddress: _, ...others } = row.options
    const options = { ...others, ...(oldAddress !== undefined && { oldAddress }) }
    const again = { position: 0, attempts: 0, entries: null, checked: {}, problem: null, checkedAt: null }
    return { state: 'checking', options, ...again }
  })
}

export function startImport(
  db: Queryable,
  by: ActingUser,
  id: number,
  options: ImportOptions,
): Promise<SiteImport> {
  return changeImport(db, id, async (tx, row) => {
    if (isOneOf(row.state, ['importing', 'finished'])) return {}
    if (!isOneOf(row.state, ['uploaded', 'checked', 'canceled', 'failed']))
      throw notNow(row.state === 'uploading' ? 'Finish its upload first.' : 'It can’t be started now.')
    await requireFiles(tx, row)
    await beginWork(tx)
    await recordActivity(tx, { action: 'import-started', by, about: ['import', id] })
    const begun = { state: 'importing', attempts: 0, problem: null } as const
    // An import that has stored something goes on as it began.
    const isContinued = row.startedAt !== null && row.position > 0
    return isContinued ? begun : { ...begun, options, position: 0, startedAt: sql`now()` }
  })
}

/**
 * Cancels an import. What it has imported stays, until it is continued or undone. If it has never started, its files are
 * deleted.
 */
export function cancelImport(db: Queryable, store: MediaStore, id: number): Promise<SiteImport> {
  return changeImport(db, id, async (tx, row) => {
    if (row.state === 'canceled') return {}
    if (!isOneOf(row.state, ['uploading', 'uploaded', 'checking', 'checked', 'importing']))
      throw notNow('There is nothing to cancel.')
    if (isOneOf(row.state, busyImportStates)) await tx.execute(sql`select pg_notify(${cancelChannel}, '')`)
    if (row.startedAt === null) {
      await deleteFilesOf(tx, store, row)
      // The job deletes the copy that a check has made.
      await enqueue(tx, importJob, {})
    }
    return { state: 'canceled' }
  })
}

export function startUndo(db: Queryable, by: Actor, id: number): Promise<SiteImport> {
  return changeImport(db, id, async (tx, row) => {
    if (isOneOf(row.state, ['undoing', 'undone'])) return {}
    if (!canUndo(row)) throw notNow('An import can be undone within 30 days after it has run.')
    await beginWork(tx)
    await recordActivity(tx, { action: 'import-undone', by, about: ['import', id] })
    return { state: 'undoing', problem: null }
  })
}

/** Refuses a second import in words before the index of the table does, and wakes the job. */
async function beginWork(tx: Queryable): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('busy import', 0))`)
  const busy = await explainBusy(tx)
  if (busy !== undefined) throw notNow(busy)
  // Even if one is waiting: it could begin before this transaction commits, and find nothing to do.
  await enqueue(tx, importJob, {})
}

/** Files are deleted a week after the upload. */
async function requireFiles(tx: Queryable, row: ImportRow): Promise<void> {
  if (row.origin === 'command') throw notNow('Its file is on the server. Use npm run import there.')
  const { files } = await describeImport(tx, row)
  if (files.some(({ missingParts }) => missingParts.length > 0))
    throw notNow('Its files are no longer here. Upload them again.')
}

const isOneOf = <Value extends string>(value: string, list: readonly Value[]): value is Value =>
  (list as readonly string[]).includes(value)
