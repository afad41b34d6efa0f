import { createHash } from 'node:crypto'
import { asc, eq, sql } from 'drizzle-orm'
import type { Config } from '../../../../core/config.ts'
import { type Database, openClient } from '../../../../core/server/db/connect.ts'
import { StartError } from '../../../../core/server/start-error.ts'
import type { Feature } from '../../../manifest/feature.ts'
import type { SitePage } from '../../../manifest/site-page.ts'
import type { MediaStore } from '../../../media/server/store.ts'
import { siteExports } from '../../schema.ts'
import { recordActivity } from '../actions.ts'
import { deleteParts, newPartsFolder, splitStream, storePart } from '../stored-parts.ts'
import { type ExportRow, isOpen } from './site-exports.ts'

type Deps = {
  features: Feature[]
  sitePages: SitePage[]
  config: Pick<Config, 'site' | 'backupsKeep'>
  db: Database
  connectionString: string
  media: MediaStore
  signal: AbortSignal
}

/** Bytes of each part but the last one. A part is in memory as a whole. */
const partBytes = 8 * 1024 * 1024
/** A crash of the whole process starts an export again this many times. */
const maxAttempts = 3
/** Ms between two reports of the progress */
const progressMs = 1000

/** Job: makes the export that waits, or one that a crash has interrupted. It starts from the beginning. */
export async function exportSite(deps: Deps): Promise<void> {
  const { db, connectionString } = deps
  const [open] = await db.select({ id: siteExports.id }).from(siteExports).where(isOpen).limit(1)
  if (!open) return
  // The lock ends with the connection, so a crash frees it.
  const client = await openClient(connectionString, 'everyday-ai export')
  try {
    const { rows } = await client.query(
      `select pg_try_advisory_lock(hashtextextended('site export', 0)) as taken`,
    )
    if (rows[0]?.taken !== true) return
    const [row] = await db.select().from(siteExports).where(isOpen).orderBy(asc(siteExports.id)).limit(1)
    if (row) await makeExport(deps, row)
  } finally {
    await client.end().catch(() => {})
  }
}

async function makeExport(deps: Deps, row: ExportRow): Promise<void> {
  const { db, media, signal } = deps
  if (row.folder !== null) await deleteParts(db, media, row.folder)
  if (row.attempts >= maxAttempts) {
    await fail(db, row, 'It was interrupted several times. Check the memory and the log of the server.')
    return
  }
  const folder = newPartsFolder()
  const change = (values: Partial<ExportRow>) =>
    db.update(siteExports).set(values).where(eq(siteExports.id, row.id))
  await change({ state: 'running', folder, percent: 0, attempts: row.attempts + 1 })
  try {
    const { bytes, sha256, counts } = await storeExport(deps, folder, (percent) => change({ percent }))
    await db.transaction(async (tx) => {
      await tx
        .update(siteExports)
        .set({ state: 'finished', percent: 100, bytes, sha256, counts, finishedAt: sql`now()` })
        .where(eq(siteExports.id, row.id))
      const by = row.startedBy === null ? 'server' : { id: row.startedBy }
      await recordActivity(tx, { action: 'export-made', by })
    })
  } catch (error) {
    // The process has to stop. The next one starts the export again.
    if (signal.aborted) return
    await deleteParts(db, media, folder)
    const unknown = 'Something went wrong. Try again, or check the server log.'
    await fail(db, row, error instanceof StartError ? error.message : unknown)
    throw error
  }
}

async function fail(db: Database, { id }: ExportRow, problem: string): Promise<void> {
  await db
    .update(siteExports)
    .set({ state: 'failed', folder: null, problem, finishedAt: sql`now()` })
    .where(eq(siteExports.id, id))
}

/** Writes an export into parts in the media store, so that any instance can send it. */
async function storeExport(
  { db, media, ...deps }: Deps,
  folder: string,
  onPercent: (percent: number) => PromiseLike<unknown>,
) {
  const hash = createHash('sha256')
  let bytes = 0
  async function write(chunks: AsyncIterable<Buffer>) {
    let number = 0
    for await (const part of splitStream(chunks, partBytes)) {
      hash.update(part)
      bytes += part.length
      await storePart(db, media, folder, ++number, part)
    }
  }
  let reported = Date.now()
  let reporting: PromiseLike<unknown> | undefined
  const onProgress = (share: number) => {
    if (Date.now() - reported < progressMs) return
    reported = Date.now()
    reporting = onPercent(Math.min(99, Math.floor(share * 100))).then(undefined, () => {})
  }
  // Loaded on demand, because its packages are needed only now and then.
  const { writeExport } = await import('./write-export.ts')
  const counts = await writeExport({ ...deps, media, write, onProgress })
  await reporting
  return { bytes, sha256: hash.digest('hex'), counts }
}
