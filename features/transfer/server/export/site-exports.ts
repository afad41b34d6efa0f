import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { ActingUser } from '../../../../core/server/activity/record-activity.ts'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import { withIsoTimes } from '../../../../core/server/db/iso-times.ts'
import { RequestProblem } from '../../../../core/server/errors.ts'
import { enqueue, type Job } from '../../../../core/server/jobs/queue.ts'
import type { MediaStore } from '../../../media/server/store.ts'
import { exportDays, openExportStates, type SiteExport } from '../../contract/site-export.ts'
import { siteExports } from '../../schema.ts'
import { recordActivity } from '../actions.ts'
import { deleteParts, listParts, type StoredPart } from '../stored-parts.ts'

export type ExportRow = typeof siteExports.$inferSelect

const maxListed = 20

export const exportJob: Job = {
  name: 'export-site',
  seconds: 4 * 60 * 60,
  cron: '*/5 * * * *',
  atStart: true,
  keptSeconds: 60,
}

export const isOpen = inArray(siteExports.state, [...openExportStates])

export async function listExports(db: Queryable): Promise<SiteExport[]> {
  const rows = await db.select().from(siteExports).orderBy(desc(siteExports.id)).limit(maxListed)
  return rows.map(toSiteExport)
}

export async function findExport(db: Queryable, id: number): Promise<SiteExport | undefined> {
  const [row] = await db.select().from(siteExports).where(eq(siteExports.id, id))
  return row && toSiteExport(row)
}

/** Starts an export, or finds the one that is being made. */
export async function startExport(
  db: Queryable,
  by: ActingUser,
): Promise<{ created: boolean; export: SiteExport }> {
  return db.transaction(async (tx) => {
    const [created] = await tx
      .insert(siteExports)
      .values({ startedBy: by.id })
      .onConflictDoNothing()
      .returning()
    if (created) {
      await enqueue(tx, exportJob, {})
      return { created: true, export: toSiteExport(created) }
    }
    const [open] = await tx.select().from(siteExports).where(isOpen)
    // The open export that blocked the insert has just finished, so try again.
    return open ? { created: false, export: toSiteExport(open) } : startExport(tx, by)
  })
}

/** The parts of a finished export */
export async function findExportFile(
  db: Queryable,
  id: number,
): Promise<{ folder: string; parts: StoredPart[]; bytes: number } | undefined> {
  const [row] = await db
    .select()
    .from(siteExports)
    .where(and(eq(siteExports.id, id), eq(siteExports.state, 'finished')))
  if (!row || row.folder === null || row.bytes === null) return undefined
  const parts = await listParts(db, row.folder)
  const stored = parts.reduce((sum, { bytes }) => sum + bytes, 0)
  return stored === row.bytes ? { folder: row.folder, parts, bytes: row.bytes } : undefined
}

/**
 * Deletes an export that is over. Returns false if there is none.
 * @throws RequestProblem if it is still being made, because a job works on it
 */
export async function deleteExport(
  db: Queryable,
  media: MediaStore,
  by: ActingUser,
  id: number,
): Promise<boolean> {
  const [row] = await db.select().from(siteExports).where(eq(siteExports.id, id))
  if (!row) return false
  if (openExportStates.some((state) => state === row.state))
    throw new RequestProblem('conflict', {
      detail: 'This export is still being made. Delete it when it is ready.',
    })
  // The file goes first: if this is interrupted, the row stays, and with it a way to delete the rest.
  if (row.folder !== null) await deleteParts(db, media, row.folder)
  return db.transaction(async (tx) => {
    const deleted = await tx.delete(siteExports).where(eq(siteExports.id, id))
    // A second click deletes nothing and is not recorded.
    if (deleted.rowCount === 0) return false
    await recordActivity(tx, { action: 'export-deleted', by })
    return true
  })
}

/** Deletes exports after their days. */
export async function sweepExports(db: Queryable, media: MediaStore): Promise<void> {
  const old = await db
    .select({ id: siteExports.id, folder: siteExports.folder })
    .from(siteExports)
    .where(sql`${siteExports.finishedAt} < now() - make_interval(days => ${exportDays})`)
  for (const { id, folder } of old) {
    if (folder !== null) await deleteParts(db, media, folder)
    await db.delete(siteExports).where(eq(siteExports.id, id))
  }
}

function toSiteExport(row: ExportRow): SiteExport {
  const { id, state, percent, createdAt, finishedAt, problem, bytes, sha256, counts } = row
  const expiresAt = finishedAt && new Date(finishedAt.getTime() + exportDays * 24 * 60 * 60 * 1000)
  const file = { expiresAt, bytes, sha256, counts }
  const noFile = { expiresAt: null, bytes: null, sha256: null, counts: null }
  const facts = { id, state, percent, createdAt, finishedAt, problem }
  return withIsoTimes({ ...facts, ...(state === 'finished' ? file : noFile) })
}
