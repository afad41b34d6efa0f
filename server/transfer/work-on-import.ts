import { eq, inArray, sql } from 'drizzle-orm'
import { busyImportStates } from '../../contracts/imports.ts'
import type { Config } from '../config.ts'
import { type Database, isDatabaseAway, openClient } from '../db/connect.ts'
import { siteImports } from '../db/schema/transfer.ts'
import { RequestProblem } from '../errors.ts'
import { enqueueUnlessWaiting } from '../jobs/queue.ts'
import type { MediaStore } from '../media/store.ts'
import { checkEntries } from './check-entries.ts'
import { copyImportFiles, hasImportFiles, type ImportFiles, removeImportFiles } from './import-files.ts'
import { deleteFilesOf } from './import-uploads.ts'
import { openImport } from './open-import.ts'
import type { ImportRow } from './site-imports.ts'
import { SourceError } from './sources/source-error.ts'
import { storeEntries } from './store-entries.ts'
import { undoEntries } from './undo-entries.ts'

/** Key of the advisory lock, an arbitrary number that no other lock in the database uses */
const importLock = 7_318_204

/** Max ms of one run of the job, so that other instances get a turn and a stop waits for little */
const runMs = 3 * 60_000
/** Ms until the next run */
const pauseMs = 1000

export type ImportDeps = {
  config: Pick<Config, 'dataDir' | 'publicUrl'>
  db: Database
  connectionString: string
  media: MediaStore
  signal: AbortSignal
  log?: { error(fields: object, message: string): void } | undefined
}

export type Progress = (done: number, all: number | null) => void

/** Job: works on the import that is checked, run, or undone, and queues itself again until it is over. */
export async function continueImport(deps: ImportDeps): Promise<void> {
  const { db, config } = deps
  const [row] = await db
    .select()
    .from(siteImports)
    .where(inArray(siteImports.state, [...busyImportStates]))
  if (!row) {
    // Copies of canceled imports
    if (await hasImportFiles(config.dataDir))
      await withImportLock(deps, () => removeImportFiles(config.dataDir))
    return
  }
  // Only the command knows where its file is. An undo needs no file.
  if (row.origin === 'command' && row.state !== 'undoing') return
  const outcome = await withImportLock(deps, () => workOnImport(deps, row.id, { until: Date.now() + runMs }))
  if (outcome === 'more') await enqueueUnlessWaiting(db, 'import-site', {}, new Date(Date.now() + pauseMs))
}

/** Runs a function while no other process works on an import. Returns undefined if one does. */
export async function withImportLock<Result>(
  { connectionString }: Pick<ImportDeps, 'connectionString'>,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  const lock = await openClient(connectionString, 'everyday-ai import lock')
  try {
    const { rows } = await lock.query('select pg_try_advisory_lock($1) as taken', [importLock])
    return rows[0]?.taken ? await work() : undefined
  } finally {
    await lock.end().catch(() => {})
  }
}

/** Works on an import until it is over, the time is, or the process has to stop. Needs the lock. */
export async function workOnImport(
  deps: ImportDeps,
  id: number,
  { until, files, onProgress }: { until: number; files?: ImportFiles; onProgress?: Progress },
): Promise<'over' | 'more'> {
  const { db, config, media, signal } = deps
  const [row] = await db.select().from(siteImports).where(eq(siteImports.id, id))
  if (!row) return 'over'
  // It was canceled before the lock was taken, or a command undoes it again.
  if (!busyImportStates.some((state) => state === row.state)) {
    await cleanUp(deps, row)
    return 'over'
  }
  if (row.state === 'undoing') {
    await removeImportFiles(config.dataDir)
    return undoEntries({ db, media, signal, until, onProgress }, row)
  }
  try {
    await removeImportFiles(config.dataDir, row)
    const { dataDir } = config
    const local = files ?? (await copyImportFiles({ db, media, dataDir, signal }, row))
    const run = await openImport({ db, media, signal, publicUrl: config.publicUrl }, row, local)
    try {
      const work = { run, until, onProgress, log: deps.log }
      const outcome =
        row.state === 'checking'
          ? await checkEntries({ ...work, connectionString: deps.connectionString }, row)
          : await storeEntries(work, row)
      if (outcome === 'over') await cleanUp(deps, row)
      return outcome
    } finally {
      await run.source.close()
    }
  } catch (error) {
    if (signal.aborted) return 'more'
    if (isDatabaseAway(error) || error instanceof RequestProblem) throw error
    const isNew = await fail(db, row, error instanceof SourceError ? error.message : ourFault)
    // The files of a check that was canceled are gone, so it fails.
    if (isNew && !(error instanceof SourceError)) deps.log?.error({ err: error }, 'an import failed')
    await cleanUp(deps, row)
    return 'over'
  }
}

const ourFault =
  'Something went wrong on our end while reading the file. Try again. If it keeps happening, check the server log.'

/** The uploaded files hold a whole site, so they go as soon as they are no longer needed. */
async function cleanUp({ db, media, config }: ImportDeps, row: ImportRow): Promise<void> {
  const [now] = await db
    .select({ state: siteImports.state, startedAt: siteImports.startedAt })
    .from(siteImports)
    .where(eq(siteImports.id, row.id))
  const isGivenUp = now?.state === 'canceled' && now.startedAt === null
  if (now?.state !== 'finished' && !isGivenUp) return
  await deleteFilesOf(db, media, row)
  await removeImportFiles(config.dataDir)
}

/** Returns false if the import was canceled. */
async function fail(db: Database, { id, state }: ImportRow, problem: string): Promise<boolean> {
  const failed = await db
    .update(siteImports)
    .set({ state: 'failed', problem })
    .where(sql`${siteImports.id} = ${id} and ${siteImports.state} = ${state}`)
  return failed.rowCount === 1
}
