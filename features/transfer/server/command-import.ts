import { stat } from 'node:fs/promises'
import { and, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { oneRow } from '../../../core/server/db/one-row.ts'
import { RequestProblem } from '../../../core/server/errors.ts'
import { StartError } from '../../../core/server/start-error.ts'
import { type ImportOptions, importMessages, type SiteImport } from '../contract/imports.ts'
import { type ImportFile, siteImports } from '../schema.ts'
import { recordActivity } from './actions.ts'
import type { ImportDeps, Progress } from './import-run.ts'
import { startUndo } from './import-steps.ts'
import { explainBusy, readImport } from './site-imports.ts'
import { withImportLock, workOnImport } from './work-on-import.ts'

type Task =
  | { undo: number }
  | { file: string; uploads: string | undefined; isCheck: boolean; options: ImportOptions }

/**
 * Imports files on this server's disk, or undoes an import, and returns the import as it is afterwards. Run again after
 * an interruption, it continues.
 * @throws StartError if that cannot be done now
 */
export async function runCommandImport(
  deps: ImportDeps,
  task: Task,
  onProgress: Progress,
): Promise<SiteImport> {
  const finished = await withImportLock(deps, async (canceled) => {
    const id = 'undo' in task ? await beginUndo(deps.db, task.undo) : await beginWork(deps.db, task)
    const files =
      'undo' in task ? undefined : { file: task.file, uploads: task.uploads, name: baseName(task.file) }
    await workOnImport(deps, id, { until: Number.POSITIVE_INFINITY, canceled, onProgress, files })
    return readImport(deps.db, id)
  })
  if (!finished) throw new StartError((await explainBusy(deps.db)) ?? importMessages.busy)
  return finished
}

const baseName = (path: string) =>
  path
    .replace(/[/\\]+$/, '')
    .split(/[/\\]/)
    .at(-1) ?? ''

async function beginUndo(db: Queryable, id: number): Promise<number> {
  try {
    await startUndo(db, 'command', id)
    return id
  } catch (error) {
    if (!(error instanceof RequestProblem)) throw error
    throw new StartError(
      error.code === 'not-found'
        ? `There is no import with the number ${id}. Settings > Import lists them.`
        : error.detail,
    )
  }
}

/** Begins a check or an import, or finds the unfinished one of the same files. */
async function beginWork(
  db: Queryable,
  { file, uploads, isCheck, options }: Extract<Task, { file: string }>,
): Promise<number> {
  const files = await Promise.all([file, ...(uploads === undefined ? [] : [uploads])].map(describeFile))
  return db.transaction(async (tx) => {
    const unfinished = and(
      eq(siteImports.origin, 'command'),
      isCheck ? isNull(siteImports.startedAt) : isNotNull(siteImports.startedAt),
      inArray(siteImports.state, ['checking', 'checked', 'importing', 'canceled', 'failed']),
      sql`${siteImports.files} = ${JSON.stringify(files)}::jsonb`,
    )
    const [known] = await tx
      .select({ id: siteImports.id, position: siteImports.position })
      .from(siteImports)
      .where(unfinished)
      .orderBy(desc(siteImports.id))
      .limit(1)
    // Only commands work on checks of commands, and this one has the lock, so these were interrupted.
    await tx
      .update(siteImports)
      .set({ state: 'canceled' })
      .where(and(eq(siteImports.origin, 'command'), eq(siteImports.state, 'checking')))
    const busy = await explainBusy(tx, known)
    if (busy !== undefined) throw new StartError(busy)
    const state = isCheck ? 'checking' : 'importing'
    if (known) {
      // An import that has stored something goes on as it began.
      const again = isCheck ? { position: 0, checked: {}, options } : known.position === 0 ? { options } : {}
      await tx
        .update(siteImports)
        .set({ state, attempts: 0, problem: null, ...again })
        .where(eq(siteImports.id, known.id))
      return known.id
    }
    const { id } = oneRow(
      await tx
        .insert(siteImports)
        .values({ state, origin: 'command', files, options, ...(!isCheck && { startedAt: sql`now()` }) })
        .returning({ id: siteImports.id }),
    )
    if (!isCheck) await recordActivity(tx, { action: 'import-started', by: 'command', about: ['import', id] })
    return id
  })
}

async function describeFile(path: string): Promise<ImportFile> {
  const facts = await stat(path).catch(() => undefined)
  if (!facts) throw new StartError(`There is no file ${path}. Check its path and try again.`)
  return { name: baseName(path), bytes: facts.size, modifiedAt: facts.mtime.toISOString() }
}
