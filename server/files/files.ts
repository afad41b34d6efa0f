import { randomBytes } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { type FileQuery, fileMessages, pdfType, type StoredFile } from '../../contracts/files.ts'
import { mediaRefusal } from '../../contracts/media.ts'
import { paths } from '../../contracts/paths.ts'
import type { Role } from '../../contracts/roles.ts'
import { slugOf } from '../../contracts/slug.ts'
import type { ActingUser } from '../activity/record-activity.ts'
import type { Queryable } from '../db/connect.ts'
import { containsText, listNewest } from '../db/newest-rows.ts'
import { oneRow } from '../db/one-row.ts'
import type { Page } from '../db/page.ts'
import { files } from '../db/schema/files.ts'
import { RequestProblem } from '../errors.ts'
import type { Feature } from '../feature.ts'
import { recordActivity } from '../media/actions.ts'
import { cleanFileName } from '../media/file-name.ts'
import { hashFile } from '../media/media.ts'
import { deleteFiles, type MediaStore, storeFile } from '../media/store.ts'
import { deleteUnreadyRow, listUnfinishedRows, lockRows } from '../media/stored-rows.ts'
import { countUses, findUse, refuseUsed, type Uses, unused } from '../media/uses.ts'
import { toAscii } from '../to-ascii.ts'

/** Folder of a file in the media store. Pictures have folders that are only a name. */
export const folderOf = (name: string) => `files/${name}`
export const keyOf = ({ name, fileName }: Pick<FileRow, 'name' | 'fileName'>) =>
  `${folderOf(name)}/${fileName}`

type FileRow = typeof files.$inferSelect

export type AddFileResult =
  | { outcome: 'added'; file: StoredFile }
  /** `detail` is a sentence for the uploader. */
  | { outcome: 'refused'; reason: 'not-pdf' | 'incomplete'; detail: string }

/**
 * Checks and stores a file. `source` is its path in a work folder (work-folder.ts). `onReady` is called in the
 * transaction that makes the file visible.
 */
export async function addUploadedFile(
  db: Queryable,
  store: MediaStore,
  { source, bytes, originalName }: { source: string; bytes: number; originalName: string },
  createdBy: number | null,
  onReady?: (tx: Queryable, fileId: number) => Promise<void>,
): Promise<AddFileResult> {
  const read = await readPdf(source, bytes)
  if (read.outcome !== 'pdf')
    return { outcome: 'refused', reason: read.outcome, detail: refusals[read.outcome] }
  const shownName = cleanFileName(originalName, 'document.pdf')
  // The row comes first, so that `sweepFiles` finds the file of an upload that a crash interrupts.
  const row = oneRow(
    await db
      .insert(files)
      .values({
        name: randomBytes(16).toString('hex'),
        fileName: urlNameOf(shownName),
        originalName: shownName,
        mime: pdfType,
        bytes,
        sha256: read.sha256,
        createdBy,
      })
      .returning(),
  )
  try {
    await storeFile(store, keyOf(row), await readFile(source))
    await db.transaction(async (tx) => {
      await tx.update(files).set({ readyAt: sql`now()` }).where(eq(files.id, row.id))
      await onReady?.(tx, row.id)
    })
  } catch (error) {
    // If this fails as well, `sweepFiles` removes the file and the row later.
    await removeFileAndRow(db, store, row).catch(() => {})
    throw error
  }
  return { outcome: 'added', file: toFile(row) }
}

const refusals = { 'not-pdf': fileMessages.notPdf, incomplete: fileMessages.incomplete }

/** The last part of the URL, such as `annual-report.pdf` */
function urlNameOf(originalName: string): string {
  return `${slugOf(toAscii(originalName.replace(/\.pdf$/i, ''))) || 'document'}.pdf`
}

function toFile(row: FileRow, uses: Uses = unused): StoredFile {
  const { id, originalName, bytes, createdAt } = row
  return {
    id,
    url: paths.file(row.name, row.fileName),
    originalName,
    bytes,
    createdAt: createdAt.toISOString(),
    ...uses,
  }
}

const isReady = isNotNull(files.readyAt)

/** Lists files, newest first. */
export async function listFiles(
  db: Queryable,
  features: Feature[],
  { q, ...query }: FileQuery,
): Promise<Page<StoredFile>> {
  const filter = and(isReady, containsText(q, files.originalName))
  const page = await listNewest(db, files, { ...query, filter })
  const names = page.rows.map(({ name }) => name)
  const uses = await countUses(db, features, 'files', names)
  return { ...page, rows: page.rows.map((row) => toFile(row, uses.get(row.name))) }
}

export async function findFile(
  db: Queryable,
  features: Feature[],
  id: number,
): Promise<StoredFile | undefined> {
  const [row] = await db
    .select()
    .from(files)
    .where(and(eq(files.id, id), isReady))
  return row && toFile(row, (await countUses(db, features, 'files', [row.name])).get(row.name))
}

/** Finds a file by the SHA-256 of its content. Of several, the oldest. */
export async function findFileBySha256(db: Queryable, sha256: string): Promise<StoredFile | undefined> {
  const [row] = await db
    .select()
    .from(files)
    .where(and(eq(files.sha256, sha256), isReady))
    .orderBy(files.id)
    .limit(1)
  return row && toFile(row)
}

/**
 * Deletes a file. Returns false if there is no such file.
 * @throws RequestProblem if a post links to it, or if it is or was public and the user's role is too low
 */
export async function deleteFile(
  db: Queryable,
  store: MediaStore,
  features: Feature[],
  by: ActingUser & { role: Role },
  id: number,
): Promise<boolean> {
  const row = await db.transaction(async (tx) => {
    // A save that adds a link to this file (`lockFiles`) waits.
    const found = await lockFile(tx, id)
    if (!found) return undefined
    const uses = (await countUses(tx, features, 'files', [found.name])).get(found.name)
    const detail = mediaRefusal('file', by, uses ?? unused)
    if (detail) throw new RequestProblem('role-too-low', { detail })
    const use = await findUse(tx, features, 'files', found.name)
    if (use) throw refuseUsed(use)
    await tx.update(files).set({ readyAt: null }).where(eq(files.id, id))
    await recordActivity(tx, { action: 'file-deleted', by, about: ['file', id] })
    return found
  })
  if (row) await removeFileAndRow(db, store, row)
  return row !== undefined
}

/**
 * Deletes a file of an import unless a post links to it. `forget` runs in the transaction that hides the file.
 * @returns the name of a file that stays
 */
export async function deleteUnusedFile(
  db: Queryable,
  store: MediaStore,
  features: Feature[],
  id: number,
  forget: (tx: Queryable) => PromiseLike<unknown>,
): Promise<string | undefined> {
  const row = await db.transaction(async (tx) => {
    const found = await lockFile(tx, id)
    await forget(tx)
    if (!found) return undefined
    const isUsed = (await countUses(tx, features, 'files', [found.name])).size > 0
    if (!isUsed) await tx.update(files).set({ readyAt: null }).where(eq(files.id, id))
    return { ...found, isUsed }
  })
  if (row?.isUsed) return row.originalName
  if (row) await removeFileAndRow(db, store, row)
  return undefined
}

async function lockFile(tx: Queryable, id: number): Promise<FileRow | undefined> {
  const [row] = await tx
    .select()
    .from(files)
    .where(and(eq(files.id, id), isReady))
    .for('update')
  return row
}

async function removeFileAndRow(
  db: Queryable,
  store: MediaStore,
  { id, name }: Pick<FileRow, 'id' | 'name'>,
): Promise<void> {
  await deleteFiles(store, folderOf(name))
  await deleteUnreadyRow(db, files, id)
}

/** Removes files whose upload or deletion was interrupted by a crash. */
export async function sweepFiles(db: Queryable, store: MediaStore): Promise<void> {
  for (const row of await listUnfinishedRows(db, files)) await removeFileAndRow(db, store, row)
}

/** Locks files against deletion until the transaction ends. Returns the names of those that exist. */
export const lockFiles = (tx: Queryable, names: string[]) => lockRows(tx, files, names)

/** Bytes at the end of a file in which `%%EOF` must be. Some programs write more after it. */
const tailBytes = 2048

/** `not-pdf`: it does not begin like one. `incomplete`: its end is missing. */
type PdfCheck = { outcome: 'pdf'; sha256: string } | { outcome: 'not-pdf' } | { outcome: 'incomplete' }

/**
 * Recognizes a PDF by its content, whatever its name. Encrypted files and files with scripts pass, because nothing of
 * this app ever opens or shows them: they are sent as downloads only (server/files/routes.ts).
 */
async function readPdf(path: string, bytes: number): Promise<PdfCheck> {
  const file = await open(path)
  try {
    const textAt = async (start: number, length: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start)
      return buffer.toString('latin1', 0, bytesRead)
    }
    if (!(await textAt(0, 5)).startsWith('%PDF-')) return { outcome: 'not-pdf' }
    if (!(await textAt(Math.max(0, bytes - tailBytes), tailBytes)).includes('%%EOF'))
      return { outcome: 'incomplete' }
  } finally {
    await file.close()
  }
  return { outcome: 'pdf', sha256: await hashFile(path) }
}
