import { eq, inArray, sql } from 'drizzle-orm'
import { type Database, isDatabaseAway, openClient } from '../../../core/server/db/connect.ts'
import { RequestProblem } from '../../../core/server/errors.ts'
import { enqueueUnlessWaiting } from '../../../core/server/jobs/queue.ts'
import { busyImportStates } from '../contract/imports.ts'
import { siteImports } from '../schema.ts'
import { checkEntries } from './check-entries.ts'
import { copyImportFiles, hasImportFiles, type ImportFiles, removeImportFiles } from './import-files.ts'
import type { ImportDeps, Progress } from './import-run.ts'
import { importJob } from './import-steps.ts'
import { deleteFilesOf } from './import-uploads.ts'
import { openImport } from './open-import.ts'
import { cancelChannel, type ImportRow } from './site-imports.ts'
import { SourceError } from './sources/source.ts'
import { storeEntries } from './store-entries.ts'
import { undoEntries } from './undo-entries.ts'

/** Key of the advisory lock, an arbitrary number that no other lock in the database uses */
const importLock = 7_318_204

/** Max ms of one run of the job, so that other instances get a turn and a stop waits for little */
const runMs = 3 * 60_000
/** Ms until the next run */
const pauseMs = 1000

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
  const outcome = await withImportLock(deps, (canceled) =>
    workOnImport(deps, row.id, { until: Date.now() + runMs, canceled }),
  )
  if (outcome === 'more') await enqueueUnlessWaiting(db, importJob, {}, new Date(Date.now() + pauseMs))
}

/**
 * Runs a function while no other process works on an import. Returns undefined if one does. `canceled` aborts when a user
 * cancels the import.
 */
export async function withImportLock<Result>(
  { connectionString }: Pick<ImportDeps, 'connectionString'>,
  work: (canceled: AbortSignal) => Promise<Result>,
): Promise<Result | undefined> {
  const lock = await openClient(connectionString, 'everyday-ai import lock')
  try {
    const { rows } = await lock.query('select pg_try_advisory_lock($1) as taken', [importLock])
    if (!rows[0]?.taken) return undefined
    const cancel = new AbortController()
    lock.on('notification', () => cancel.abort())
    await lock.query(`listen ${cancelChannel}`)
    return await work(cancel.signal)
  } finally {
    await lock.end().catch(() => {})
  }
}

type Work = { until: number; canceled: AbortSignal; files?: ImportFiles | undefined; onProgress?: Progress }

/** Works on an import until it is over, the time is, or the process has to stop. Needs the lock. */
export async function workOnImport(deps: ImportDeps, id: number, work: Work): Promise<'over' | 'more'> {
  const { db, config } = deps
  const { until, onProgress } = work
  const [row] = await db.select().from(siteImports).where(eq(siteImports.id, id))
  if (!row) return 'over'
  // It was canceled before the lock was taken, or a command undoes it again.
  if (!busyImportStates.some((state) => state === row.state)) {
    await cleanUp(deps, row)
    return 'over'
  }
  if (row.state === 'undoing') {
    await removeImportFiles(config.dataDir)
    return undoEntries({ ...deps, until, onProgress }, row)
  }
  if (!(await beginAttempt(db, row))) {
    await fail(db, row, stoppedTwice)
    return 'over'
  }
  try {
    return await readAndStore(deps, row, work)
  } finally {
    await endAttempt(db, row)
  }
}

async function readAndStore(
  deps: ImportDeps,
  row: ImportRow,
  { until, canceled, files, onProgress }: Work,
): Promise<'over' | 'more'> {
  const { db, config, media } = deps
  const { dataDir, publicUrl } = config
  const signal = AbortSignal.any([deps.signal, canceled])
  try {
    await removeImportFiles(dataDir, row)
    const local = files ?? (await copyImportFiles({ db, media, dataDir, signal }, row))
    const run = await openImport({ db, media, signal, publicUrl }, row, local)
    const work = { run, until, onProgress, log: deps.log }
    try {
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
    if (deps.signal.aborted) return 'more'
    if (!canceled.aborted) {
      if (isDatabaseAway(error) || error instanceof RequestProblem) throw error
      const isNew = await fail(db, row, error instanceof SourceError ? error.message : ourFault)
      // The files of a check that was canceled are gone, so it fails.
      if (isNew && !(error instanceof SourceError)) deps.log?.error({ err: error }, 'an import failed')
    }
    await cleanUp(deps, row)
    return 'over'
  }
}

/** Starts without an end, after which an import is not tried again: something in it may end the process. */
const maxAttempts = 2

/** Imports whose attempt has ended while the database was away, so that it still counts there */
const ended = new Set<number>()

/**
 * Counts an attempt before it begins, so that one that ends with the process counts. Returns false if there were too many.
 * A stop of the server, and an error of the database, end an attempt; what an import stores begins a new count.
 */
async function beginAttempt(db: Database, { id, attempts }: ImportRow): Promise<boolean> {
  if (ended.delete(id)) return true
  if (attempts >= maxAttempts) return false
  await db
    .update(siteImports)
    .set({ attempts: attempts + 1 })
    .where(eq(siteImports.id, id))
  return true
}

async function endAttempt(db: Database, { id }: ImportRow): Promise<void> {
  await db
    .update(siteImports)
    .set({ attempts: 0 })
    .where(eq(siteImports.id, id))
    .catch(() => ended.add(id))
}

const stoppedTwice =
  'The server stopped twice while it worked on this file, so it was not tried a third time. Check the server log, then start again, or split the file and import the parts.'
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
