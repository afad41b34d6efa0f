import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { deleteFiles, type MediaStore, openFile, storeFile } from '../../media/server/store.ts'
import { importLimits } from '../contract/imports.ts'
import { storedParts } from '../schema.ts'

export type StoredPart = { number: number; bytes: number; sha256: string }

/** A new random name for the folder of a file's parts */
export const newPartsFolder = (): string => randomBytes(16).toString('hex')

const folderKey = (folder: string) => `parts/${folder}`
/** With the hash, so that two different bodies for the same part never get into one file */
const partKey = (folder: string, { number, sha256 }: Pick<StoredPart, 'number' | 'sha256'>) =>
  `${folderKey(folder)}/${number}-${sha256}`

/**
 * Stores one part. A part that is repeated is stored once. Of different bodies at the same time, the first one that is
 * complete is the part.
 * @returns `different` if another part with this number is already stored
 */
export async function storePart(
  db: Queryable,
  store: MediaStore,
  folder: string,
  number: number,
  body: Buffer,
): Promise<'stored' | 'different'> {
  const sha256 = createHash('sha256').update(body).digest('hex')
  const part = { number, bytes: body.length, sha256 }
  const key = and(eq(storedParts.folder, folder), eq(storedParts.number, number))
  const compare = async () => {
    const [row] = await db.select().from(storedParts).where(key)
    return row?.readyAt && (row.sha256 === sha256 ? 'stored' : 'different')
  }
  // The row comes first, so that `sweepParts` finds the file of a part that a crash interrupts.
  await db
    .insert(storedParts)
    .values({ folder, ...part })
    .onConflictDoNothing()
  const known = await compare()
  if (known) return known
  await storeFile(store, partKey(folder, part), body)
  const ready = await db
    .update(storedParts)
    .set({ ...part, readyAt: sql`now()` })
    .where(and(key, isNull(storedParts.readyAt)))
  return ready.rowCount === 1 ? 'stored' : ((await compare()) ?? 'different')
}

/**
 * Splits a stream into pieces of `size` bytes each; the last one is shorter. A piece is valid until the next one: all use
 * one buffer, because the garbage collector is late for many large ones.
 */
export async function* splitStream(chunks: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  const piece = Buffer.allocUnsafeSlow(size)
  let length = 0
  for await (const chunk of chunks)
    for (let start = 0; start < chunk.length; ) {
      const copied = chunk.copy(piece, length, start)
      start += copied
      length += copied
      if (length < size) continue
      yield piece
      length = 0
    }
  if (length > 0) yield piece.subarray(0, length)
}

/** The complete parts of a file, in order */
export async function listParts(db: Queryable, folder: string): Promise<StoredPart[]> {
  return db
    .select({ number: storedParts.number, bytes: storedParts.bytes, sha256: storedParts.sha256 })
    .from(storedParts)
    .where(and(eq(storedParts.folder, folder), isNotNull(storedParts.readyAt)))
    .orderBy(asc(storedParts.number))
}

/** The whole file, part after part. The stream fails if the store has lost or changed a part. */
export function readParts(store: MediaStore, folder: string, parts: StoredPart[]): Readable {
  return Readable.from(
    (async function* () {
      for (const part of parts) {
        const { number, sha256 } = part
        const hash = createHash('sha256')
        for await (const chunk of await openFile(store, partKey(folder, part))) {
          hash.update(chunk)
          yield chunk
        }
        if (hash.digest('hex') !== sha256) throw new Error(`part ${number} of ${folder} is damaged`)
      }
    })(),
    { objectMode: false },
  )
}

export async function deleteParts(db: Queryable, store: MediaStore, folder: string): Promise<void> {
  await db.update(storedParts).set({ readyAt: null }).where(eq(storedParts.folder, folder))
  await deleteFiles(store, folderKey(folder))
  await db.delete(storedParts).where(and(eq(storedParts.folder, folder), isNull(storedParts.readyAt)))
}

/** Deletes files that no one has added to for a week. */
export async function sweepParts(db: Queryable, store: MediaStore): Promise<void> {
  const old = await db
    .select({ folder: storedParts.folder })
    .from(storedParts)
    .groupBy(storedParts.folder)
    .having(sql`max(${storedParts.createdAt}) < now() - make_interval(days => ${importLimits.fileDays})`)
  for (const { folder } of old) await deleteParts(db, store, folder)
}
