import type { Readable } from 'node:stream'
import { asc, isNotNull } from 'drizzle-orm'
import type { Queryable } from '../../db/connect.ts'
import { media } from '../../db/schema/media.ts'
import { type MediaStore, openFiles } from '../../media/store.ts'
import type { MediaFacts } from '../own-format/media-facts.ts'

/** The facts of all pictures by their names */
export async function readMediaFacts(db: Queryable): Promise<Map<string, MediaFacts>> {
  const rows = await db.select().from(media).where(isNotNull(media.readyAt)).orderBy(asc(media.name))
  return new Map(
    rows.map(({ name, originalName, mime, bytes, widths, width, height, alt, color, sha256, createdAt }) => [
      name,
      {
        ...{ name, originalName, mime, bytes, widths, width, height, alt, color },
        ...(sha256 !== null && { sha256 }),
        addedAt: createdAt.toISOString(),
      },
    ]),
  )
}

/** Every size and format of a picture. One that is deleted in the meantime has no files. */
export async function* exportPictures(
  store: MediaStore,
  name: string,
): AsyncGenerator<{ path: string; body: Readable }> {
  for await (const { key, body } of openFiles(store, name)) yield { path: `media/${key}`, body }
}
