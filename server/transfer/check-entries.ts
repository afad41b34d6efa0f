import { and, eq, sql } from 'drizzle-orm'
import type { ImportCounts, ImportNote } from '../../contracts/imports.ts'
import type { Database } from '../db/connect.ts'
import { importNotes, siteImports } from '../db/schema/transfer.ts'
import { getHandler } from './entry-handlers.ts'
import { addCounts, type ImportRun } from './import-run.ts'
import { insertNotes } from './insert-notes.ts'
import type { ImportRow } from './site-imports.ts'
import type { Progress } from './work-on-import.ts'

/** Ms between two writes of the progress */
const writeMs = 1000
const maxNotesInMemory = 500

/** Reads every entry of a source and changes nothing. After an interruption it begins again. */
export async function checkEntries(
  { run, onProgress }: { run: ImportRun; onProgress?: Progress | undefined },
  { id }: ImportRow,
): Promise<'over' | 'more'> {
  const { db } = run
  await db.delete(importNotes).where(and(eq(importNotes.importId, id), eq(importNotes.phase, 'check')))
  let counts: ImportCounts = {}
  let notes: ImportNote[] = []
  let position = 0
  let writtenAt = Date.now()
  const write = async () => {
    await insertNotes(db, id, 'check', notes)
    notes = []
    writtenAt = Date.now()
    onProgress?.(position, null)
    return updateChecking(db, id, { position, checked: counts })
  }
  for await (const entry of run.source.entries()) {
    if (run.signal.aborted) return 'more'
    const result = await getHandler(entry).check(run, entry)
    position++
    counts = addCounts(addCounts(counts, result.counts), { notes: result.notes.length })
    notes.push(...result.notes)
    if (Date.now() - writtenAt < writeMs && notes.length < maxNotesInMemory) continue
    if (!(await write())) return 'over'
  }
  await write()
  await updateChecking(db, id, { state: 'checked', entries: position, checkedAt: sql`now()` })
  return 'over'
}

/** Returns false if the check was canceled. */
async function updateChecking(
  db: Database,
  id: number,
  change: Parameters<ReturnType<typeof db.update<typeof siteImports>>['set']>[0],
): Promise<boolean> {
  const updated = await db
    .update(siteImports)
    .set(change)
    .where(and(eq(siteImports.id, id), eq(siteImports.state, 'checking')))
  return updated.rowCount === 1
}
