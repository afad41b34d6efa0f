import { asc, isNotNull } from 'drizzle-orm'
import type { Queryable } from '../../db/connect.ts'
import { files } from '../../db/schema/files.ts'
import type { FileFacts } from '../own-format/file-facts.ts'

/** The facts of all PDF files by their names */
export async function readFileFacts(db: Queryable): Promise<FileFacts[]> {
  const rows = await db.select().from(files).where(isNotNull(files.readyAt)).orderBy(asc(files.name))
  return rows.map(({ name, fileName, originalName, mime, bytes, sha256, createdAt }) => ({
    ...{ name, fileName, originalName, mime, bytes, sha256 },
    addedAt: createdAt.toISOString(),
  }))
}
