import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { SearchQuery } from '../../../core/contract/paging.ts'
import type { Role } from '../../../core/contract/roles.ts'
import { countUpTo } from '../../../core/server/db/capped-count.ts'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { containsText, listNewest } from '../../../core/server/db/newest-rows.ts'
import { oneRow } from '../../../core/server/db/one-row.ts'
import type { Page } from '../../../core/server/db/page.ts'
import type { Feature } from '../../manifest/feature.ts'
import { type MediaItem, mediaLimits, mediaMessages } from '../contract/media.ts'
import { media } from '../schema/media.ts'
import { type Conversion, convertPicture } from './convert.ts'
import { cleanFileName } from './file-name.ts'
import { postSizes, toPicture } from './picture.ts'
import { type MediaStore, storeFiles } from './store.ts'
import { lockRows, makeReady } from './stored-rows.ts'
import { countUses, requireMediaRight, type Uses, unused } from './uses.ts'
import { withWorkFolder } from './work-folder.ts'

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
  const write = async () => {
    if (target !== undefined) await storeFiles(store, name, target)
  }
  await makeReady(db, store, 'pictures', row, write, onReady)
  return { outcome: 'added', item: toItem(row) }
}

/** SHA-256 in hex */
export async function hashFile(path: string): Promise<string> {
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
export async function listMedia(
  db: Queryable,
  features: Feature[],
  { q, ...query }: SearchQuery,
): Promise<Page<MediaItem>> {
  const filter = and(isReady, containsText(q, media.alt, media.originalName))
  const page = await listNewest(db, media, { ...query, filter })
  const names = page.rows.map(({ name }) => name)
  const uses = await countUses(db, features, 'pictures', names)
  return { ...page, rows: page.rows.map((row) => toItem(row, uses.get(row.name))) }
}

const isReady = isNotNull(media.readyAt)

/** A user, or the guest author of an invitation, who may change only their own uploads */
type Describer = { role: Role } | { inviteId: number }

/** @throws RequestProblem if the picture is or was public and the user's role is too low */
export async function changeMedia(
  db: Queryable,
  features: Feature[],
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
    const uses = (await countUses(tx, features, 'pictures', [row.name])).get(row.name)
    if ('role' in by) requireMediaRight('pictures', by, uses)
    // Pages show this alt text with the pictures of posts.
    await tx.execute(sql`select pg_notify('page_cache', 'posts own-pages')`)
    return toItem(row, uses)
  })
}

export function countMediaOfInvite(db: Queryable, inviteId: number): Promise<number> {
  return countUpTo(db, media, eq(media.inviteId, inviteId), 1000)
}

/** Locks pictures against deletion until the transaction ends. Returns the names of those that exist. */
export const lockPictures = (tx: Queryable, names: string[]) => lockRows(tx, 'pictures', names)
