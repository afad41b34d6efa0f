import { randomBytes } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { and, eq, isNotNull, type SQL } from 'drizzle-orm'
import type { SearchQuery } from '../../../../core/contract/paging.ts'
import { slugOf } from '../../../../core/contract/slug.ts'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import { containsText, listNewest } from '../../../../core/server/db/newest-rows.ts'
import { oneRow } from '../../../../core/server/db/one-row.ts'
import type { Page } from '../../../../core/server/db/page.ts'
import { toAscii } from '../../../../core/server/to-ascii.ts'
import type { Feature } from '../../../manifest/feature.ts'
import { fileMessages, pdfType, type StoredFile } from '../../contract/files.ts'
import { mediaPaths } from '../../contract/media-paths.ts'
import { files } from '../../schema/files.ts'
import { cleanFileName } from '../file-name.ts'
import { hashFile } from '../media.ts'
import { type MediaStore, storeFile } from '../store.ts'
import { folderOf, hideRow, lockRow, lockRows, makeReady, removeStored } from '../stored-rows.ts'
import { countUses, type Uses, unused } from '../uses.ts'

export const keyOf = ({ name, fileName }: Pick<FileRow, 'name' | 'fileName'>) =>
  `${folderOf(name)}/${fileName}`

type FileRow = typeof files.$inferSelect

export type AddFileResult =
  | { outcome: 'added'; file: StoredFile }
  /** `detail` is a sentence for the uploader. */
  | { outcome: 'refused'; reason: keyof typeof refusals; detail: string }

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
  const reason = await findPdfProblem(source, bytes)
  if (reason) return { outcome: 'refused', reason, detail: refusals[reason] }
  const shownName = cleanFileName(originalName, 'document.pdf')
  const row = oneRow(
    await db
      .insert(files)
      .values({
        name: randomBytes(16).toString('hex'),
        fileName: urlNameOf(shownName),
        originalName: shownName,
        mime: pdfType,
        bytes,
        sha256: await hashFile(source),
        createdBy,
      })
      .returning(),
  )
  const write = async () => storeFile(store, keyOf(row), await readFile(source))
  await makeReady(db, store, 'files', row, write, onReady)
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
    url: mediaPaths.file(row.name, row.fileName),
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
  { q, ...query }: SearchQuery,
): Promise<Page<StoredFile>> {
  const filter = and(isReady, containsText(q, files.originalName))
  const page = await listNewest(db, files, { ...query, filter })
  const names = page.rows.map(({ name }) => name)
  const uses = await countUses(db, features, 'files', names)
  return { ...page, rows: page.rows.map((row) => toFile(row, uses.get(row.name))) }
}

export async function findFile(db: Queryable, features: Feature[], id: number) {
  const row = await findRow(db, eq(files.id, id))
  return row && toFile(row, (await countUses(db, features, 'files', [row.name])).get(row.name))
}

/** Finds a file by the SHA-256 of its content. Of several, the oldest. */
export async function findFileBySha256(db: Queryable, sha256: string): Promise<StoredFile | undefined> {
  const row = await findRow(db, eq(files.sha256, sha256))
  return row && toFile(row)
}

async function findRow(db: Queryable, which: SQL): Promise<FileRow | undefined> {
  const [row] = await db.select().from(files).where(and(which, isReady)).orderBy(files.id).limit(1)
  return row
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
    const found = await lockRow(tx, 'files', id)
    await forget(tx)
    if (!found) return undefined
    const isUsed = (await countUses(tx, features, 'files', [found.name])).size > 0
    if (!isUsed) await hideRow(tx, 'files', id)
    return { ...found, isUsed }
  })
  if (row?.isUsed) return row.originalName
  if (row) await removeStored(db, store, 'files', row)
  return undefined
}

/** Locks files against deletion until the transaction ends. Returns the names of those that exist. */
export const lockFiles = (tx: Queryable, names: string[]) => lockRows(tx, 'files', names)

/** Bytes at the end of a file in which `%%EOF` must be. Some programs write more after it. */
const tailBytes = 2048

/**
 * Recognizes a PDF by its content, whatever its name. Encrypted files and files with scripts pass, because nothing of
 * this app ever opens or shows them: they are sent as downloads only (features/media/server/files/routes.ts).
 * @returns `not-pdf` if it does not begin like one, `incomplete` if its end is missing
 */
async function findPdfProblem(path: string, bytes: number): Promise<keyof typeof refusals | undefined> {
  const file = await open(path)
  try {
    const textAt = async (start: number, length: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start)
      return buffer.toString('latin1', 0, bytesRead)
    }
    if (!(await textAt(0, 5)).startsWith('%PDF-')) return 'not-pdf'
    const tail = await textAt(Math.max(0, bytes - tailBytes), tailBytes)
    return tail.includes('%%EOF') ? undefined : 'incomplete'
  } finally {
    await file.close()
  }
}
