import { and, eq, sql } from 'drizzle-orm'
import { redirectsTag } from '../../../core/server/http/page-cache/site-tag.ts'
import { importItems, siteImports } from '../schema.ts'
import { recordActivity } from './actions.ts'
import { insertNotes } from './import-notes.ts'
import { addCounts, type ImportRun, type Progress, type StoreEntry } from './import-run.ts'
import type { ImportRow } from './site-imports.ts'
import { type EntryWork, readyEntry } from './store-entry.ts'

/** Min ms between two purges of cached pages. Each purge makes the site render its lists again. */
const purgeMs = 5000

type Work = EntryWork & { until: number; onProgress?: Progress | undefined }

/** Stores one entry after the other, each in a transaction that also moves the import to the next one. */
export async function storeEntries(work: Work, row: ImportRow): Promise<'over' | 'more'> {
  const { run, until, onProgress } = work
  let index = row.position
  let purgedAt = Date.now()
  try {
    for await (const entry of run.source.entries(row.position)) {
      if (run.signal.aborted || Date.now() > until) return 'more'
      const store = await readyEntry(work, entry)
      if (!(await storeNext(run, ++index, store))) return 'over'
      onProgress?.(index, row.entries)
      if (Date.now() - purgedAt < purgeMs) continue
      await purge(run)
      purgedAt = Date.now()
    }
    await finish(run, index, row)
    return 'over'
  } finally {
    await purge(run)
  }
}

/** @returns false if the import was canceled, or if another process has stored this entry */
async function storeNext(run: ImportRun, next: number, store: StoreEntry): Promise<boolean> {
  const { db, importId } = run
  return db.transaction(async (tx) => {
    const [now] = await tx
      .select({ state: siteImports.state, position: siteImports.position, counts: siteImports.counts })
      .from(siteImports)
      .where(eq(siteImports.id, importId))
      .for('update')
    if (now?.state !== 'importing' || now.position !== next - 1) return false
    const result = await store(tx)
    if ((result.counts.redirects ?? 0) > 0) run.outdated.add(redirectsTag)
    await insertNotes(tx, importId, 'import', result.notes)
    const counts = addCounts(addCounts(now.counts, result.counts), { notes: result.notes.length })
    await tx
      .update(siteImports)
      .set({ position: next, attempts: 1, counts })
      .where(eq(siteImports.id, importId))
    return true
  })
}

async function finish({ db, importId }: ImportRun, entries: number, row: ImportRow): Promise<void> {
  await db.transaction(async (tx) => {
    // A picture that was stored right before a crash is in no entry's count.
    const pictures = await tx.$count(
      importItems,
      and(eq(importItems.importId, importId), eq(importItems.kind, 'picture')),
    )
    const [finished] = await tx
      .update(siteImports)
      .set({
        state: 'finished',
        entries,
        finishedAt: sql`now()`,
        counts: sql`${siteImports.counts} || ${JSON.stringify({ pictures })}::jsonb`,
      })
      .where(and(eq(siteImports.id, importId), eq(siteImports.state, 'importing')))
      .returning({ counts: siteImports.counts })
    if (!finished) return
    const { posts = 0, pages = 0 } = finished.counts
    await recordActivity(tx, {
      action: 'import-finished',
      by: row.origin === 'command' ? 'command' : 'server',
      about: ['import', importId],
      details: { posts, pages, pictures },
    })
  })
}

/** Makes every instance drop the cached pages that list the new posts. */
async function purge({ db, outdated }: ImportRun): Promise<void> {
  const tags = [...outdated].filter((tag) => !tag.startsWith('post:'))
  outdated.clear()
  if (tags.length > 0) await db.execute(sql`select pg_notify('page_cache', ${tags.join(' ')})`)
}
