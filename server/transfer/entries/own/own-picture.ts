import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { mediaLimits } from '../../../../contracts/media.ts'
import type { Queryable } from '../../../db/connect.ts'
import { oneRow } from '../../../db/one-row.ts'
import { media } from '../../../db/schema/media.ts'
import { checkPictureFiles } from '../../../media/convert.ts'
import { storeFiles } from '../../../media/store.ts'
import { withWorkFolder } from '../../../media/work-folder.ts'
import type { EntryHandler, ImportRun } from '../../import-run.ts'
import type { MediaFacts } from '../../own-format/media-facts.ts'
import type { OwnPicture } from '../../own-format/own-parts.ts'
import { findItem, keepItem } from '../items.ts'
import { pictureKey } from './item-keys.ts'
import { imported, refused, unchanged } from './results.ts'

export const pictureHandler: EntryHandler<OwnPicture> = async (run, picture) => {
  const { facts } = picture
  if (await isHere(run.db, facts)) return async () => unchanged()
  const row = await storePicture(run, picture)
  if (!row)
    return async () =>
      refused(facts.originalName, 'Its files are not images of the sizes that the export names.')
  return async (tx) => {
    await tx.update(media).set({ readyAt: sql`now()` }).where(eq(media.id, row.id))
    const { importId } = run
    const item = { importId, kind: 'picture', mediaId: row.id, version: facts.alt } as const
    await keepItem(tx, { key: pictureKey(facts.name), ...item })
    return imported({ pictures: 1 })
  }
}

/** True if the picture was imported before, or if this is the site that it comes from */
async function isHere(db: Queryable, facts: MediaFacts): Promise<boolean> {
  if (await findItem(db, pictureKey(facts.name))) return true
  const row = await findByName(db, facts.name)
  return row?.readyAt != null && isSame(row, facts)
}

type MediaRow = typeof media.$inferSelect

async function findByName(db: Queryable, name: string): Promise<MediaRow | undefined> {
  const [row] = await db.select().from(media).where(eq(media.name, name))
  return row
}

const isSame = (row: MediaRow, facts: MediaFacts) =>
  row.originalName === facts.originalName &&
  row.bytes === facts.bytes &&
  row.width === facts.width &&
  row.height === facts.height &&
  row.color === facts.color

/** Checks every file of a picture and stores them under the name that it had, if no other picture has that. */
async function storePicture(
  { db, media: store, signal, source }: ImportRun,
  { facts, files }: OwnPicture,
): Promise<{ id: number } | undefined> {
  return withWorkFolder(async (folder) => {
    const ratio = facts.height / facts.width
    const expected = []
    for (const { width, extension, file } of files) {
      const path = join(folder, `${width}.${extension}`)
      if (file.bytes > mediaLimits.bytes) return undefined
      await source.copyFile(file, path)
      const format = extension === 'jpg' ? ('jpeg' as const) : extension
      expected.push({ path, format, width, height: Math.max(1, Math.round(width * ratio)) })
    }
    if (!(await checkPictureFiles(expected, signal))) return undefined
    const row = await addRow(db, facts)
    await storeFiles(store, row.name, folder)
    return row
  })
}

/** The row comes first, so that `sweepMedia` finds the files of an import that a crash interrupts. */
async function addRow(db: Queryable, facts: MediaFacts): Promise<{ id: number; name: string }> {
  const { addedAt, ...columns } = facts
  const taken = await findByName(db, facts.name)
  // Reuse the row of an import that crashed.
  if (taken && taken.readyAt === null) return taken
  const name = taken ? randomBytes(16).toString('hex') : facts.name
  const values = { ...columns, name, createdAt: new Date(addedAt) }
  return oneRow(await db.insert(media).values(values).returning({ id: media.id, name: media.name }))
}
