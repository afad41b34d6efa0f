import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  and,
  arrayContains,
  desc,
  eq,
  ilike,
  inArray,
  isNotNull,
  isNull,
  lt,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { type MediaItem, type MediaQuery, mediaLimits, mediaMessages } from '../../contracts/media.ts'
import { paths } from '../../contracts/paths.ts'
import { pictureRefusal } from '../../contracts/post-rights.ts'
import type { Role } from '../../contracts/roles.ts'
import { sectionPlaces } from '../../contracts/site-content/section-places.ts'
import { sectionIds } from '../../contracts/site-content/sections.ts'
import { type ActingUser, recordActivity } from '../activity/record-activity.ts'
import { countRows, countUpTo } from '../db/capped-count.ts'
import type { Queryable } from '../db/connect.ts'
import { oneRow } from '../db/one-row.ts'
import { cutPage, type Page } from '../db/page.ts'
import { authorInvites } from '../db/schema/invites.ts'
import { media } from '../db/schema/media.ts'
import { blogPosts } from '../db/schema/posts.ts'
import { siteSections } from '../db/schema/site-content.ts'
import { RequestProblem } from '../errors.ts'
import { type Conversion, convertPicture } from './convert.ts'
import { cleanFileName } from './file-name.ts'
import { postSizes, toPicture } from './picture.ts'
import { deleteFiles, type MediaStore, storeFiles } from './store.ts'
import { withWorkFolder } from './work-folder.ts'

/** Hours after which an unfinished upload or deletion is cleaned up */
export const unfinishedHours = 1

type Refused = Extract<Conversion, { refused: string }>['refused']
export type AddResult =
  | { outcome: 'added'; item: MediaItem }
  /** `detail` is a sentence for the uploader. */
  | { outcome: 'refused'; reason: Refused; detail: string }

/** Adds a picture from memory, for example the picture of a sample post. */
export function addMedia(
  db: Queryable,
  store: MediaStore,
  picture: { bytes: Uint8Array; alt: string; originalName: string },
  createdBy: number | null,
): Promise<AddResult> {
  return withWorkFolder(async (folder) => {
    const source = join(folder, 'source')
    await writeFile(source, picture.bytes)
    return addMediaFile(db, store, { ...picture, folder, source, bytes: picture.bytes.length }, { createdBy })
  })
}

/** The user or the guest author who uploads a picture; null for pictures of sample posts */
export type Uploader = { createdBy: number | null } | { inviteId: number }

export type UploadedFile = {
  /** A work folder (work-folder.ts), and the path of the upload in it. */
  folder: string
  source: string
  bytes: number
  alt: string
  originalName: string
}

export type AddOptions = {
  signal?: AbortSignal | undefined
  /** SHA-256 of the upload, hex, if the caller knows it */
  sha256?: string | undefined
  /** Called in the transaction that makes the picture visible */
  onReady?: ((tx: Queryable, mediaId: number) => Promise<void>) | undefined
}

/** Makes and stores every size of an uploaded picture. The original is not stored. */
export async function addMediaFile(
  db: Queryable,
  store: MediaStore,
  { folder, source, bytes, alt, originalName }: UploadedFile,
  by: Uploader,
  { signal, sha256, onReady }: AddOptions = {},
): Promise<AddResult> {
  // A dry run only finds out whether the picture can be converted.
  const target = store.writing === 'skipped' ? undefined : join(folder, 'sizes')
  const result = await convertPicture(source, target, signal)
  if ('refused' in result)
    return { outcome: 'refused', reason: result.refused, detail: refusals[result.refused] }
  const { type: mime, ...rest } = result.picture
  const name = randomBytes(16).toString('hex')
  // The row comes first, so that `sweepMedia` finds the files of an upload that a crash interrupts.
  const row = oneRow(
    await db
      .insert(media)
      .values({
        ...rest,
        name,
        mime,
        bytes,
        sha256: sha256 ?? (await hashFile(source)),
        alt,
        originalName: cleanFileName(originalName, 'image'),
        ...by,
      })
      .returning(),
  )
  try {
    if (target !== undefined) await storeFiles(store, name, target)
    await db.transaction(async (tx) => {
      await tx.update(media).set({ readyAt: sql`now()` }).where(eq(media.id, row.id))
      await onReady?.(tx, row.id)
    })
  } catch (error) {
    // If this fails as well, `sweepMedia` removes the files and the row later.
    await removeFilesAndRow(db, store, row).catch(() => {})
    throw error
  }
  return { outcome: 'added', item: toItem(row) }
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return hash.digest('hex')
}

/** Finds a picture by the SHA-256 of its upload. Of several, the oldest. */
export async function findMediaBySha256(db: Queryable, sha256: string): Promise<MediaItem | undefined> {
  const [row] = await db
    .select()
    .from(media)
    .where(and(eq(media.sha256, sha256), isReady))
    .orderBy(media.id)
    .limit(1)
  return row && toItem(row)
}

const refusals: Record<Refused, string> = {
  unreadable: mediaMessages.unreadable,
  heic: 'This image is in the HEIC format, which most browsers can’t show. Save it as JPEG and try again.',
  damaged: 'This image is damaged or incomplete. Open it on your computer, save it again, and retry.',
  'too-many-pixels': `This image has more than ${mediaLimits.megapixels} million pixels. Make it smaller, for example 4000 pixels wide, and try again.`,
  'too-slow':
    'This image takes too long to process. Make it smaller, for example 4000 pixels wide, and try again.',
  busy: 'We’re processing a lot of images right now. Please try again in a minute.',
}

type MediaRow = typeof media.$inferSelect

type Uses = Pick<MediaItem, 'uses' | 'isInPublicPost'>
const unused: Uses = { uses: 0, isInPublicPost: false }

function toItem(row: MediaRow, uses: Uses = unused): MediaItem {
  return {
    id: row.id,
    ...toPicture(row),
    sizes: postSizes,
    color: row.color,
    originalName: row.originalName,
    bytes: row.bytes,
    createdAt: row.createdAt.toISOString(),
    ...uses,
  }
}

/** Lists pictures, newest first. */
export async function listMedia(db: Queryable, { q, limit, cursor }: MediaQuery): Promise<Page<MediaItem>> {
  const pattern = `%${(q ?? '').trim().replaceAll(/[\\%_]/g, '\\$&')}%`
  const wanted = and(
    isReady,
    pattern === '%%' ? undefined : or(ilike(media.alt, pattern), ilike(media.originalName, pattern)),
  )
  const [rows, total] = await Promise.all([
    db
      .select()
      .from(media)
      .where(and(wanted, cursor === undefined ? undefined : lt(media.id, cursor)))
      .orderBy(desc(media.id))
      .limit(limit + 1),
    countRows(db, media, wanted),
  ])
  const uses = await findUses(
    db,
    rows.map((row) => row.name),
  )
  const items = rows.map((row) => toItem(row, uses.get(row.name)))
  return cutPage(items, limit, total, ({ id }) => id)
}

const isReady = isNotNull(media.readyAt)

/** True for a section of the site that shows a picture, publicly or in its draft */
const sectionShows = (name: SQL) =>
  sql`concat(${siteSections.published}::text, ${siteSections.draft}::text) like '%/media/' || ${name} || '-%'`

/** Finds out how many posts and sections of the site show each picture. Unused pictures are missing from the map. */
async function findUses(db: Queryable, names: string[]): Promise<Map<string, Uses>> {
  if (names.length === 0) return new Map()
  const { isPublished, firstPublishedAt, deletedAt } = blogPosts
  const { rows } = await db.execute<{ name: string } & Uses>(
    sql`with wanted as (select unnest(${sql.param(names)}::text[]) as name),
      found as (
        select name, ${deletedAt} is null as counts,
          ${isPublished} or coalesce(${firstPublishedAt} <= now(), false) as is_public
        from wanted join ${blogPosts} on ${blogPosts.pictures} @> array[name]
        union all
        select name, true, true
        from wanted join ${siteSections} on ${sectionShows(sql`name`)}
      )
      select name, count(*) filter (where counts)::int as uses, bool_or(is_public) as "isInPublicPost"
      from found group by name`,
  )
  return new Map(rows.map(({ name, ...uses }) => [name, uses]))
}

/** Who changes a picture: a user, or the guest author of an invitation, who changes only their own uploads */
type Describer = { role: Role } | { inviteId: number }

/** @throws RequestProblem if the picture is or was public and the user's role is too low */
export async function changeMedia(
  db: Queryable,
  id: number,
  { alt }: { alt: string },
  by: Describer,
): Promise<MediaItem | undefined> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .update(media)
      .set({ alt })
      .where(and(eq(media.id, id), isReady, 'inviteId' in by ? eq(media.inviteId, by.inviteId) : undefined))
      .returning()
    if (!row) return undefined
    // The row is locked, so no post starts to use the picture between the check and the end of the transaction.
    const uses = (await findUses(tx, [row.name])).get(row.name)
    if ('role' in by) requirePictureRight(by, uses)
    // Pages show this alt text with the pictures of posts.
    await tx.execute(sql`select pg_notify('page_cache', 'posts own-pages')`)
    return toItem(row, uses)
  })
}

function requirePictureRight(user: { role: Role }, uses: Uses = unused): void {
  const detail = pictureRefusal(user, uses)
  if (detail) throw new RequestProblem('role-too-low', { detail })
}

export function countMediaOfInvite(db: Queryable, inviteId: number): Promise<number> {
  return countUpTo(db, media, eq(media.inviteId, inviteId), 1000)
}

export type DeleteResult =
  | { outcome: 'deleted' }
  | { outcome: 'missing' }
  | { outcome: 'in-use'; posts: { id: number; title: string }[]; detail: string }

/**
 * Deletes a picture unless a post or a guest author's profile shows it.
 * @throws RequestProblem if the picture is or was public and the user's role is too low
 */
export async function deleteMedia(
  db: Queryable,
  store: MediaStore,
  by: ActingUser & { role: Role },
  id: number,
): Promise<DeleteResult> {
  const found = await db.transaction(async (tx) => {
    // A save that adds this picture to a post (`lockPictures`) waits, and then finds the picture gone.
    const [row] = await tx
      .select()
      .from(media)
      .where(and(eq(media.id, id), isReady))
      .for('update')
    if (!row) return { outcome: 'missing' } as const
    requirePictureRight(by, (await findUses(tx, [row.name])).get(row.name))
    const use = await findUse(tx, row)
    if (use) return { outcome: 'in-use', ...use } as const
    await tx.update(media).set({ readyAt: null }).where(eq(media.id, id))
    await recordActivity(tx, { action: 'picture-deleted', by, about: ['picture', id] })
    return { outcome: 'unused', row } as const
  })
  if (found.outcome !== 'unused') return found
  await removeFilesAndRow(db, store, found.row)
  return { outcome: 'deleted' }
}

type Use = { posts: { id: number; title: string }[]; detail: string }

/** What shows a picture, which must not be deleted then; undefined if nothing does */
async function findUse(tx: Queryable, { name }: MediaRow): Promise<Use | undefined> {
  const posts = await tx
    .select({ id: blogPosts.id, title: blogPosts.title })
    .from(blogPosts)
    .where(and(arrayContains(blogPosts.pictures, [name]), isNull(blogPosts.deletedAt)))
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

/**
 * Deletes a picture of an import unless something shows it or its description was changed. `forget` runs in the
 * transaction that hides the picture.
 */
export async function deleteUnusedMedia(
  db: Queryable,
  store: MediaStore,
  { id, alt }: { id: number; alt: string },
  forget: (tx: Queryable) => Promise<void>,
): Promise<{ outcome: 'deleted' | 'missing' } | { outcome: 'kept'; name: string; isUsed: boolean }> {
  const found = await db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(media)
      .where(and(eq(media.id, id), isReady))
      .for('update')
    if (!row) {
      await forget(tx)
      return { outcome: 'missing' } as const
    }
    const use = await findUse(tx, row)
    if (use || row.alt !== alt)
      return { outcome: 'kept', name: row.originalName, isUsed: use !== undefined } as const
    await tx.update(media).set({ readyAt: null }).where(eq(media.id, id))
    await forget(tx)
    return { outcome: 'unused', row } as const
  })
  if (found.outcome !== 'unused') return found
  await removeFilesAndRow(db, store, found.row)
  return { outcome: 'deleted' }
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

const namedPosts = 3

/** Says which posts use an image or a file, so that it can’t be deleted. */
export function describeUses(what: 'image' | 'file', posts: { title: string }[]): string {
  const names = posts.slice(0, namedPosts).map(({ title }) => `“${title}”`)
  const more = posts.length - names.length
  const list = new Intl.ListFormat('en').format([...names, ...(more > 0 ? [`${more} more`] : [])])
  return `This ${what} is used in ${list}. Remove it there first.`
}

async function removeFilesAndRow(
  db: Queryable,
  store: MediaStore,
  { id, name }: Pick<MediaRow, 'id' | 'name'>,
): Promise<void> {
  await deleteFiles(store, name)
  await db.delete(media).where(and(eq(media.id, id), isNull(media.readyAt)))
}

/** Removes pictures whose upload or deletion was interrupted by a crash. */
export async function sweepMedia(db: Queryable, store: MediaStore): Promise<void> {
  const rows = await db
    .select({ id: media.id, name: media.name })
    .from(media)
    .where(
      and(
        isNull(media.readyAt),
        sql`${media.createdAt} < now() - make_interval(hours => ${unfinishedHours})`,
      ),
    )
  for (const row of rows) await removeFilesAndRow(db, store, row)
}

/** Locks pictures against deletion until the transaction ends. Returns the names of those that exist. */
export async function lockPictures(tx: Queryable, names: string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set()
  const rows = await tx
    .select({ name: media.name })
    .from(media)
    .where(and(inArray(media.name, names), isReady))
    .orderBy(media.id)
    .for('share')
  return new Set(rows.map((row) => row.name))
}
