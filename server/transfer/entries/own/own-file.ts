import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { fileLimits } from '../../../../contracts/files.ts'
import type { Queryable } from '../../../db/connect.ts'
import { oneRow } from '../../../db/one-row.ts'
import { files } from '../../../db/schema/files.ts'
import { keyOf } from '../../../files/files.ts'
import { readPdf } from '../../../files/read-pdf.ts'
import { storeFile } from '../../../media/store.ts'
import { withWorkFolder } from '../../../media/work-folder.ts'
import type { EntryHandler } from '../../import-run.ts'
import type { FileFacts } from '../../own-format/file-facts.ts'
import type { OwnFile } from '../../own-format/own-parts.ts'
import type { ApartSource, NamedFile } from '../../sources/source.ts'
import { findItem, keepItem } from '../items.ts'
import { fileKey } from './item-keys.ts'
import { imported, refused, unchanged } from './results.ts'

export const fileHandler: EntryHandler<OwnFile> = async (
  { db, media, importId, source },
  { facts, file },
) => {
  if (await isHere(db, facts)) return async () => unchanged()
  const pdf = file.bytes > fileLimits.bytes ? undefined : await readWhole(source, file)
  if (!pdf) return async () => refused(facts.originalName, 'It is not a complete PDF file.')
  const { content, sha256 } = pdf
  const row = await addRow(db, { ...facts, bytes: content.length, sha256 })
  await storeFile(media, keyOf(row), content)
  return async (tx) => {
    await tx.update(files).set({ readyAt: sql`now()` }).where(eq(files.id, row.id))
    await keepItem(tx, { key: fileKey(facts.name), importId, kind: 'file', rowId: row.id, version: sha256 })
    return imported({ files: 1 })
  }
}

async function isHere(db: Queryable, facts: FileFacts): Promise<boolean> {
  if (await findItem(db, fileKey(facts.name))) return true
  const [row] = await db.select().from(files).where(eq(files.name, facts.name))
  return row?.readyAt != null && row.sha256 === facts.sha256
}

/** Undefined if it is not a complete PDF file */
function readWhole(
  source: ApartSource,
  file: NamedFile,
): Promise<{ content: Buffer; sha256: string } | undefined> {
  return withWorkFolder(async (folder) => {
    const path = join(folder, 'source')
    const { bytes } = await source.copyFile(file, path)
    const read = await readPdf(path, bytes)
    return read.outcome === 'pdf' ? { content: await readFile(path), sha256: read.sha256 } : undefined
  })
}

async function addRow(db: Queryable, facts: FileFacts) {
  const [taken] = await db.select().from(files).where(eq(files.name, facts.name))
  // Reuse the row of an import that crashed.
  if (taken && taken.readyAt === null) return taken
  const { addedAt, ...columns } = facts
  const name = taken ? randomBytes(16).toString('hex') : facts.name
  return oneRow(
    await db
      .insert(files)
      .values({ ...columns, name, createdAt: new Date(addedAt) })
      .returning(),
  )
}
