import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Role } from '../../../core/contract/roles.ts'
import type { ActingUser } from '../../../core/server/activity/record-activity.ts'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { RequestProblem } from '../../../core/server/errors.ts'
import type { Feature } from '../../manifest/feature.ts'
import { files } from '../schema/files.ts'
import { media } from '../schema/media.ts'
import { recordActivity } from './actions.ts'
import { deleteFiles, type MediaStore } from './store.ts'
import { countUses, findUse, type MediaKind, requireMediaRight } from './uses.ts'

/** The tables whose rows belong to files of the media store. A row is ready once its files are stored. */
const kinds = {
  pictures: {
    table: media,
    folderOf: (name: string) => name,
    deletionOf: (id: number) => ({ action: 'picture-deleted', about: ['picture', id] }) as const,
  },
  files: {
    table: files,
    folderOf: (name: string) => `files/${name}`,
    deletionOf: (id: number) => ({ action: 'file-deleted', about: ['file', id] }) as const,
  },
}

/** Folder of a file in the media store. Pictures have folders that are only a name. */
export const { folderOf } = kinds.files

type StoredRow = { id: number; name: string; originalName: string }

/**
 * Stores the files of a new row with `write` and makes the row ready. The row comes before its files, so that
 * `sweepStored` finds what an upload leaves that a crash interrupts. `onReady` is called in the transaction that makes
 * the row visible.
 */
export async function makeReady(
  db: Queryable,
  store: MediaStore,
  kind: MediaKind,
  row: StoredRow,
  write: () => Promise<void>,
  onReady: ((tx: Queryable, id: number) => Promise<void>) | undefined,
): Promise<void> {
  const { table } = kinds[kind]
  try {
    await write()
    await db.transaction(async (tx) => {
      await tx.update(table).set({ readyAt: sql`now()` }).where(eq(table.id, row.id))
      await onReady?.(tx, row.id)
    })
  } catch (error) {
    // If this fails as well, `sweepStored` removes the files and the row later.
    await removeStored(db, store, kind, row).catch(() => {})
    throw error
  }
}

/**
 * Deletes a picture or a file. Returns false if there is none with this id.
 * @throws RequestProblem if something shows it, or if it is or was public and the user's role is too low
 */
export async function deleteStored(
  { db, media: store, features }: { db: Queryable; media: MediaStore; features: Feature[] },
  kind: MediaKind,
  by: ActingUser & { role: Role },
  id: number,
): Promise<boolean> {
  const row = await db.transaction(async (tx) => {
    // A save that adds it to a post (`lockRows`) waits, and then finds it gone.
    const found = await lockRow(tx, kind, id)
    if (!found) return undefined
    requireMediaRight(kind, by, (await countUses(tx, features, kind, [found.name])).get(found.name))
    const use = await findUse(tx, features, kind, found.name)
    if (use) throw new RequestProblem('conflict', { detail: use.detail, extensions: { posts: use.posts } })
    await hideRow(tx, kind, id)
    await recordActivity(tx, { ...kinds[kind].deletionOf(id), by })
    return found
  })
  if (row) await removeStored(db, store, kind, row)
  return row !== undefined
}

/** Locks a ready row until the transaction ends. */
export async function lockRow(tx: Queryable, kind: MediaKind, id: number): Promise<StoredRow | undefined> {
  const { table } = kinds[kind]
  const [row] = await tx
    .select({ id: table.id, name: table.name, originalName: table.originalName })
    .from(table)
    .where(and(eq(table.id, id), isNotNull(table.readyAt)))
    .for('update')
  return row
}

/** Hides a picture or a file. `removeStored` deletes it next. */
export async function hideRow(tx: Queryable, kind: MediaKind, id: number): Promise<void> {
  const { table } = kinds[kind]
  await tx.update(table).set({ readyAt: null }).where(eq(table.id, id))
}

/** Removes the files of a row that is not ready, and the row. */
export async function removeStored(
  db: Queryable,
  store: MediaStore,
  kind: MediaKind,
  { id, name }: Pick<StoredRow, 'id' | 'name'>,
): Promise<void> {
  const { table, folderOf } = kinds[kind]
  await deleteFiles(store, folderOf(name))
  await db.delete(table).where(and(eq(table.id, id), isNull(table.readyAt)))
}

/** Hours after which an unfinished upload or deletion is cleaned up */
const unfinishedHours = 1

/** Removes files and pictures whose upload or deletion was interrupted by a crash. */
export async function sweepStored(db: Queryable, store: MediaStore): Promise<void> {
  for (const kind of ['files', 'pictures'] as const) {
    const { table } = kinds[kind]
    const isLate = sql`${table.createdAt} < now() - make_interval(hours => ${unfinishedHours})`
    const rows = await db
      .select({ id: table.id, name: table.name })
      .from(table)
      .where(and(isNull(table.readyAt), isLate))
    for (const row of rows) await removeStored(db, store, kind, row)
  }
}

/** Locks rows against deletion until the transaction ends. Returns the names of those that exist. */
export async function lockRows(tx: Queryable, kind: MediaKind, names: string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set()
  const { table } = kinds[kind]
  const rows = await tx
    .select({ name: table.name })
    .from(table)
    .where(and(inArray(table.name, names), isNotNull(table.readyAt)))
    .orderBy(table.id)
    .for('share')
  return new Set(rows.map((row) => row.name))
}
