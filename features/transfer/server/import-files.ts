import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Queryable } from '../../../core/server/db/connect.ts'
import type { MediaStore } from '../../media/server/store.ts'
import type { ImportRow } from './site-imports.ts'
import { SourceError } from './sources/source.ts'
import { listParts, readParts } from './stored-parts.ts'

/** Files of an import on the disk of this server, with the name of the first one */
export type ImportFiles = { file: string; uploads: string | undefined; name: string }

const folderOf = (dataDir: string) => join(dataDir, 'imports')

/**
 * Copies an upload from the media store to the disk of this instance, where archives can be read in any order. A copy
 * that is there is used again, so that each run of the job starts quickly.
 */
export async function copyImportFiles(
  { db, media, dataDir, signal }: { db: Queryable; media: MediaStore; dataDir: string; signal: AbortSignal },
  { files }: ImportRow,
): Promise<ImportFiles> {
  const folder = folderOf(dataDir)
  await mkdir(folder, { recursive: true })
  const paths: string[] = []
  for (const { folder: name, bytes } of files) {
    const parts = name === undefined ? [] : await listParts(db, name)
    if (name === undefined || parts.length === 0)
      throw new SourceError('The uploaded files are no longer here. Upload them again.')
    const path = join(folder, name)
    const copied = await stat(path).catch(() => undefined)
    if (copied?.size !== bytes) {
      await pipeline(readParts(media, name, parts), createWriteStream(`${path}.part`), { signal })
      await rename(`${path}.part`, path)
    }
    paths.push(path)
  }
  const [file = '', uploads] = paths
  return { file, uploads, name: files[0]?.name ?? '' }
}

export async function hasImportFiles(dataDir: string): Promise<boolean> {
  return (await readdir(folderOf(dataDir)).catch(() => [])).length > 0
}

/** Deletes the copies of other imports, such as those that another instance has finished. */
export async function removeImportFiles(dataDir: string, kept?: ImportRow): Promise<void> {
  const folder = folderOf(dataDir)
  const wanted = new Set(kept?.files.map(({ folder: name }) => name))
  for (const name of await readdir(folder).catch(() => []))
    if (!wanted.has(name)) await rm(join(folder, name), { force: true })
}
