import { and, eq, isNotNull, type SQL } from 'drizzle-orm'
import type { Role } from '../../contracts/roles.ts'
import type { ActingUser } from '../activity/record-activity.ts'
import type { Queryable } from '../db/connect.ts'
import { media } from '../db/schema/media.ts'
import type { Feature } from '../feature.ts'
import { recordActivity } from './actions.ts'
import { deleteFiles, type MediaStore } from './store.ts'
import { deleteUnreadyRow, listUnfinishedRows } from './stored-rows.ts'
import { countUses, findUse, refuseUsed, requirePictureRight } from './uses.ts'

type MediaRow = typeof media.$inferSelect

const isReady = isNotNull(media.readyAt)

/**
 * Deletes a picture. Returns false if there is no such picture.
 * @throws RequestProblem if something shows it, or if it is or was public and the user's role is too low
 */
export async function deleteMedia(
  db: Queryable,
  store: MediaStore,
  features: Feature[],
  by: ActingUser & { role: Role },
  id: number,
): Promise<boolean> {
  const row = await db.transaction(async (tx) => {
    // A save that adds this picture to a post (`lockPictures`) waits, and then finds the picture gone.
    const found = await lockPicture(tx, id)
    if (!found) return undefined
    requirePictureRight(by, (await countUses(tx, features, 'pictures', [found.name])).get(found.name))
    const use = await findUse(tx, features, 'pictures', found.name)
    if (use) throw refuseUsed(use)
    await hidePictures(tx, eq(media.id, id))
    await recordActivity(tx, { action: 'picture-deleted', by, about: ['picture', id] })
    return found
  })
  if (row) await removeFilesAndRow(db, store, row)
  return row !== undefined
}

/**
 * Deletes a picture of an import unless something shows it, also in the trash, or its description was changed. `forget` runs in the
 * transaction that hides the picture.
 * @returns a picture that stays
 */
export async function deleteUnusedMedia(
  db: Queryable,
  store: MediaStore,
  features: Feature[],
  { id, alt }: { id: number; alt: string },
  forget: (tx: Queryable) => Promise<void>,
): Promise<{ name: string; isUsed: boolean } | undefined> {
  const row = await db.transaction(async (tx) => {
    const found = await lockPicture(tx, id)
    const use = found && (await findUse(tx, features, 'pictures', found.name, { withTrash: true }))
    const isKept = use !== undefined || (found !== undefined && found.alt !== alt)
    if (!isKept) {
      await hidePictures(tx, eq(media.id, id))
      await forget(tx)
    }
    return found && { ...found, isUsed: use !== undefined, isKept }
  })
  if (row?.isKept) return { name: row.originalName, isUsed: row.isUsed }
  if (row) await removeFilesAndRow(db, store, row)
  return undefined
}

/** Hides pictures whose files are deleted next, within the hour by `sweepMedia`. Returns their number. */
export async function hidePictures(tx: Queryable, which: SQL): Promise<number> {
  return (await tx.update(media).set({ readyAt: null }).where(which)).rowCount ?? 0
}

async function lockPicture(tx: Queryable, id: number): Promise<MediaRow | undefined> {
  const [row] = await tx
    .select()
    .from(media)
    .where(and(eq(media.id, id), isReady))
    .for('update')
  return row
}

/** Removes the files and the row of a picture that is not ready. */
export async function removeFilesAndRow(
  db: Queryable,
  store: MediaStore,
  { id, name }: Pick<MediaRow, 'id' | 'name'>,
): Promise<void> {
  await deleteFiles(store, name)
  await deleteUnreadyRow(db, media, id)
}

/** Removes pictures whose upload or deletion was interrupted by a crash. */
export async function sweepMedia(db: Queryable, store: MediaStore): Promise<void> {
  for (const row of await listUnfinishedRows(db, media)) await removeFilesAndRow(db, store, row)
}
