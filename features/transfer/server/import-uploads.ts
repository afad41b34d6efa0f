import { eq, inArray, sql } from 'drizzle-orm'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { oneRow } from '../../../core/server/db/one-row.ts'
import { RequestProblem } from '../../../core/server/errors.ts'
import type { MediaStore } from '../../media/server/store.ts'
import {
  type ImportFileRole,
  type ImportRequest,
  type ImportState,
  importFileRoles,
  importLimits,
  importMessages,
  importPartBytes,
  type SiteImport,
} from '../contract/imports.ts'
import { type ImportFile, siteImports } from '../schema.ts'
import {
  changeImport,
  countParts,
  describeImport,
  getImport,
  type ImportRow,
  notNow,
} from './site-imports.ts'
import { deleteParts, listParts, newPartsFolder, storePart } from './stored-parts.ts'

/** Announces the files of an upload, or finds the unfinished upload of the same files. */
export async function createImport(
  db: Queryable,
  userId: number,
  { site, uploads }: ImportRequest,
): Promise<SiteImport> {
  const wanted = [site, ...(uploads ? [uploads] : [])]
  if (wanted.reduce((sum, { bytes }) => sum + bytes, 0) > importLimits.bytes)
    throw new RequestProblem('too-large', { detail: importMessages.tooLarge })
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('new import', 0))`)
    const open = await tx.select().from(siteImports).where(eq(siteImports.state, 'uploading'))
    const known = open.find(({ files }) => isSame(files, wanted))
    if (known) return describeImport(tx, known)
    const files = wanted.map((file) => ({ ...file, folder: newPartsFolder() }))
    return describeImport(tx, await insertImport(tx, userId, 'uploading', files))
  })
}

/** Begins an import whose files are stored as parts already. The same files again are the same import. */
export async function createUploadedImport(
  db: Queryable,
  store: MediaStore,
  userId: number,
  files: ImportFile[],
): Promise<SiteImport> {
  const open = await db
    .select()
    .from(siteImports)
    .where(inArray(siteImports.state, ['uploaded', 'checking', 'checked', 'importing']))
  const hashes = await hashParts(db, files)
  for (const row of open)
    if (isSame(row.files, files) && (await hashParts(db, row.files)) === hashes) {
      for (const { folder } of files) if (folder) await deleteParts(db, store, folder)
      return describeImport(db, row)
    }
  return describeImport(db, await insertImport(db, userId, 'uploaded', files))
}

async function hashParts(db: Queryable, files: ImportFile[]): Promise<string> {
  const hashes: string[] = []
  for (const { folder } of files)
    hashes.push(...(folder ? await listParts(db, folder) : []).map(({ sha256 }) => sha256))
  return hashes.join(' ')
}

const isSame = (files: ImportFile[], others: ImportFile[]): boolean =>
  files.length === others.length &&
  files.every(({ name, bytes, modifiedAt }, index) => {
    const other = others[index]
    return other?.name === name && other.bytes === bytes && other.modifiedAt === modifiedAt
  })

async function insertImport(
  db: Queryable,
  startedBy: number | null,
  state: ImportState,
  files: ImportFile[],
): Promise<ImportRow> {
  return oneRow(
    await db.insert(siteImports).values({ state, origin: 'upload', files, startedBy }).returning(),
  )
}

export async function storeImportPart(
  db: Queryable,
  store: MediaStore,
  { id, file, number }: { id: number; file: ImportFileRole; number: number },
  body: Buffer,
): Promise<void> {
  const row = await getImport(db, id)
  const found = row.files[importFileRoles.indexOf(file)]
  if (!found?.folder) throw new RequestProblem('not-found', { detail: 'This import has no such file.' })
  const last = countParts(found.bytes)
  if (number > last)
    throw new RequestProblem('bad-request', {
      detail: `This file has only ${last} parts. Send one of these.`,
    })
  const expected = number < last ? importPartBytes : found.bytes - (last - 1) * importPartBytes
  if (body.length !== expected)
    throw new RequestProblem('bad-request', {
      detail: `Part ${number} must have ${expected.toLocaleString('en-US')} bytes, but ${body.length.toLocaleString('en-US')} came. Send it again.`,
    })
  // A repeated last part may come after the upload was finished.
  if (
    row.state !== 'uploading' &&
    !(await listParts(db, found.folder)).some((part) => part.number === number)
  )
    throw notNow('Its upload is finished.')
  const stored = await storePart(db, store, found.folder, number, body)
  if ((await getImport(db, id)).state === 'canceled') {
    await deleteParts(db, store, found.folder)
    throw notNow('It was canceled.')
  }
  if (stored === 'different')
    throw new RequestProblem('conflict', {
      detail:
        'Another file with the same name and size was uploaded before. Cancel that import and begin again.',
    })
}

/** Finishes an upload if every part is there. */
export function finishUpload(db: Queryable, id: number): Promise<SiteImport> {
  return changeImport(db, id, async (tx, row) => {
    if (row.state !== 'uploading') return {}
    const { files } = await describeImport(tx, row)
    const missing = files.flatMap(({ missingParts }) => missingParts).length
    if (missing > 0)
      throw notNow(`${missing === 1 ? '1 part is' : `${missing} parts are`} missing. Send them first.`)
    return { state: 'uploaded' }
  })
}

export async function deleteFilesOf(db: Queryable, store: MediaStore, { files }: ImportRow): Promise<void> {
  for (const { folder } of files) if (folder) await deleteParts(db, store, folder)
}
