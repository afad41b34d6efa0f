import { and, eq, ne, type SQL } from 'drizzle-orm'
import type { Queryable } from '../../../core/server/db/connect.ts'
import type { Feature } from '../../manifest/feature.ts'
import { media } from '../schema/media.ts'
import type { MediaStore } from './store.ts'
import { hideRow, lockRow, removeStored } from './stored-rows.ts'
import { findUse } from './uses.ts'

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
    const found = await lockRow(tx, 'pictures', id)
    const use = found && (await findUse(tx, features, 'pictures', found.name, { withTrash: true }))
    const isChanged = (await tx.$count(media, and(eq(media.id, id), ne(media.alt, alt)))) > 0
    const isKept = use !== undefined || (found !== undefined && isChanged)
    if (!isKept) {
      await hideRow(tx, 'pictures', id)
      await forget(tx)
    }
    return found && { ...found, isUsed: use !== undefined, isKept }
  })
  if (row?.isKept) return { name: row.originalName, isUsed: row.isUsed }
  if (row) await removeStored(db, store, 'pictures', row)
  return undefined
}

/** Hides pictures whose files are deleted next, within the hour by `sweepStored`. Returns their number. */
export async function hidePictures(tx: Queryable, which: SQL): Promise<number> {
  return (await tx.update(media).set({ readyAt: null }).where(which)).rowCount ?? 0
}
