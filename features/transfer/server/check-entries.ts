import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../../../core/server/db/connect.ts'
import { type ScratchTables, withScratchTables } from '../../../core/server/db/scratch-tables.ts'
import { files } from '../../media/schema/files.ts'
import { media } from '../../media/schema/media.ts'
import { blogPosts, postRevisions, postSlugs } from '../../posts/schema.ts'
import { siteSectionRevisions, siteSections } from '../../site/schema/site-content.ts'
import type { ImportCounts, ImportNote } from '../contract/imports.ts'
import { importItems, importNotes, redirects, siteImports } from '../schema.ts'
import { insertNotes } from './import-notes.ts'
import { addCounts, type EntryResult, type Progress } from './import-run.ts'
import type { ImportRow } from './site-imports.ts'
import { type EntryWork, readyEntry } from './store-entry.ts'

/** Ms between two writes of the progress */
const writeMs = 1000
const maxNotesInMemory = 500

type Work = EntryWork & { connectionString: string; onProgress?: Progress | undefined }

/** Imports every entry into temporary tables, so that it changes nothing. After an interruption it begins again. */
export async function checkEntries(work: Work, { id }: ImportRow): Promise<'over' | 'more'> {
  const { run, connectionString } = work
  const { db } = run
  await db.delete(importNotes).where(and(eq(importNotes.importId, id), eq(importNotes.phase, 'check')))
  const report = createReport(db, id, work.onProgress)
  // As an import, on temporary copies of the tables, and without storing files
  const outcome = await withScratchTables(connectionString, writtenTables, async (copy) => {
    const dryRun = { ...run, db: copy, media: { ...run.media, writing: 'skipped' as const } }
    for await (const entry of run.source.entries()) {
      if (run.signal.aborted) return 'more'
      const store = await readyEntry({ ...work, run: dryRun }, entry)
      if (!(await report.add(await copy.transaction(store)))) return 'over'
    }
    return 'all'
  })
  if (outcome !== 'all') return outcome
  const entries = await report.write()
  await updateChecking(db, id, { state: 'checked', entries, checkedAt: sql`now()` })
  return 'over'
}

/** Collects what becomes of the entries, and writes it down now and then. */
function createReport(db: Database, id: number, onProgress: Progress | undefined) {
  let counts: ImportCounts = {}
  let notes: ImportNote[] = []
  let position = 0
  let writtenAt = Date.now()
  let isChecking = true
  const write = async () => {
    await insertNotes(db, id, 'check', notes)
    notes = []
    writtenAt = Date.now()
    onProgress?.(position, null)
    isChecking = await updateChecking(db, id, { position, checked: counts })
    return position
  }
  return {
    /** Returns false if the check was canceled. */
    async add(result: EntryResult): Promise<boolean> {
      position++
      counts = addCounts(addCounts(counts, result.counts), { notes: result.notes.length })
      notes.push(...result.notes)
      if (Date.now() - writtenAt >= writeMs || notes.length >= maxNotesInMemory) await write()
      return isChecking
    },
    /** Returns the number of entries. */
    write,
  }
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

/** The tables that an import writes to. What it only adds to needs no rows in a dry run. */
const writtenTables: ScratchTables = {
  copied: [
    // An import never reads the text of another post, which would take most of the time and space.
    { table: blogPosts, blank: ['content'] },
    ...[postSlugs, redirects, importItems, media, files, siteSections].map((table) => ({ table })),
  ],
  empty: [postRevisions, siteSectionRevisions],
}
