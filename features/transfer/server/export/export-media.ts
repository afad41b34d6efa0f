import { asc, isNotNull } from 'drizzle-orm'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import { files } from '../../../media/schema/files.ts'
import { media } from '../../../media/schema/media.ts'
import type { PictureFacts } from '../../../media/server/picture.ts'

/** Facts of one picture in `media.json`, the smallest width first */
export type MediaFacts = PictureFacts & {
  color: string
  originalName: string
  mime: string
  bytes: number
  sha256?: string
  addedAt: string
}

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

/** Facts of one PDF file in `files.json` */
export type FileFacts = Awaited<ReturnType<typeof readFileFacts>>[number]

/** The facts of all PDF files by their names */
export async function readFileFacts(db: Queryable) {
  const rows = await db.select().from(files).where(isNotNull(files.readyAt)).orderBy(asc(files.name))
  return rows.map(({ name, fileName, originalName, mime, bytes, sha256, createdAt }) => ({
    ...{ name, fileName, originalName, mime, bytes, sha256 },
    addedAt: createdAt.toISOString(),
  }))
}

export const filePath = ({ name, fileName }: Pick<FileFacts, 'name' | 'fileName'>) =>
  `files/${name}/${fileName}`
