import { and, arrayContains, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { paths } from '../../contracts/paths.ts'
import type { Role } from '../../contracts/roles.ts'
import { sectionPlaces } from '../../contracts/site-content/section-places.ts'
import { sectionIds } from '../../contracts/site-content/sections.ts'
import { type ActingUser, recordActivity } from '../activity/record-activity.ts'
import type { Queryable } from '../db/connect.ts'
import { authorInvites } from '../db/schema/invites.ts'
import { media } from '../db/schema/media.ts'
import { blogPosts } from '../db/schema/posts.ts'
import { siteSections } from '../db/schema/site-content.ts'
import { describeUses, refuseUsed, type Use } from './describe-uses.ts'
import { findUses, requirePictureRight, sectionShows } from './picture-uses.ts'
import { deleteFiles, type MediaStore } from './store.ts'
import { deleteUnreadyRow, listUnfinishedRows } from './stored-rows.ts'

type MediaRow = typeof media.$inferSelect

const isReady = isNotNull(media.readyAt)

/**
 * Deletes a picture. Returns false if there is no such picture.
 * @throws RequestProblem if something shows it, or if it is or was public and the user's role is too low
 */
export async function deleteMedia(
  db: Queryable,
  store: MediaStore,
  by: ActingUser & { role: Role },
  id: number,
): Promise<boolean> {
  const row = await db.transaction(async (tx) => {
    // A save that adds this picture to a post (`lockPictures`) waits, and then finds the picture gone.
    const found = await lockPicture(tx, id)
    if (!found) return undefined
    requirePictureRight(by, (await findUses(tx, [found.name])).get(found.name))
    const use = await findUse(tx, found)
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
  { id, alt }: { id: number; alt: string },
  forget: (tx: Queryable) => Promise<void>,
): Promise<{ name: string; isUsed: boolean } | undefined> {
  const row = await db.transaction(async (tx) => {
    const found = await lockPicture(tx, id)
    const isUsed = found !== undefined && (await findUse(tx, found, { withTrash: true })) !== undefined
    const isKept = isUsed || (found !== undefined && found.alt !== alt)
    if (!isKept) {
      await hidePictures(tx, eq(media.id, id))
      await forget(tx)
    }
    return found && { ...found, isUsed, isKept }
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

/** The posts, profile, or section that show a picture and prevent its deletion; undefined if there are none */
async function findUse(
  tx: Queryable,
  { name }: MediaRow,
  { withTrash = false } = {},
): Promise<Use | undefined> {
  const posts = await tx
    .select({ id: blogPosts.id, title: blogPosts.title })
    .from(blogPosts)
    .where(
      and(arrayContains(blogPosts.pictures, [name]), withTrash ? undefined : isNull(blogPosts.deletedAt)),
    )
    .orderBy(desc(blogPosts.id))
    .limit(100)
  if (posts.length > 0) return { posts, detail: describeUses('image', posts) }
  const [author] = await tx
    .select({ name: authorInvites.name })
    .from(authorInvites)
    .where(sql`${authorInvites.photoUrl} like ${paths.media(name, '%')}`)
    .limit(1)
  if (author)
    return {
      posts,
      detail: `This is the photo of ${author.name ?? 'a guest author'}, so it can’t be deleted.`,
    }
  const section = await findSectionWith(tx, name)
  return section === undefined
    ? undefined
    : { posts, detail: `This image is used in Site > ${section}. Remove it there first.` }
}

/** The title of a section of the site that shows the picture, publicly or in its draft */
async function findSectionWith(tx: Queryable, name: string): Promise<string | undefined> {
  const [row] = await tx
    .select({ section: siteSections.section })
    .from(siteSections)
    .where(sectionShows(sql`${name}::text`))
    .limit(1)
  const known = sectionIds.find((id) => id === row?.section)
  return known ? sectionPlaces[known].title : row?.section
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
