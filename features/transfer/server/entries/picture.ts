import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { mediaLimits, mediaMessages } from '../../../media/contract/media.ts'
import { addMediaFile, findMediaBySha256 } from '../../../media/server/media.ts'
import { withWorkFolder } from '../../../media/server/work-folder.ts'
import type { FoundPicture, ImportRun } from '../import-run.ts'
import type { NamedFile } from '../sources/source.ts'
import { keepItem } from './items.ts'

/** Why a picture or a PDF file cannot be stored */
export const missingFile = 'Its file is not in the upload.'

/** Finds a picture in the source, and stores it unless it is in our media already. */
export async function takePicture(
  run: ImportRun,
  { address, alt, path }: { address: string; alt: string; path?: string | undefined },
): Promise<FoundPicture> {
  const file = await run.source.findFile(address, { path })
  if (!file) return { detail: missingFile }
  const known = run.pictures.get(file.path)
  if (known) return known
  const found = await storePicture(run, file, alt)
  run.pictures.set(file.path, 'item' in found ? { ...found, isNew: false } : found)
  return found
}

async function storePicture(run: ImportRun, file: NamedFile, alt: string): Promise<FoundPicture> {
  if (file.bytes > mediaLimits.bytes) return { detail: mediaMessages.tooLarge }
  return withWorkFolder(async (folder) => {
    const source = join(folder, 'source')
    const { sha256, bytes } = await run.source.copyFile(file, source)
    const stored = await findMediaBySha256(run.db, sha256)
    if (stored) return { item: stored, isNew: false }
    const version = alt.slice(0, mediaLimits.alt).toWellFormed()
    const upload = { folder, source, bytes, alt: version, originalName: basename(file.path) }
    const { importId, editor, signal } = run
    const by = { createdBy: editor.id === 0 ? null : editor.id }
    for (;;) {
      const added = await addMediaFile(run.db, run.media, upload, by, {
        signal,
        sha256,
        onReady: (tx, mediaId) =>
          keepItem(tx, { key: `picture:${sha256}`, importId, kind: 'picture', mediaId, version }),
      })
      if (added.outcome === 'added') return { item: added.item, isNew: true }
      if (added.reason !== 'busy') return { detail: added.detail }
      // People who upload pictures come first.
      await sleep(2000, undefined, { signal })
    }
  })
}
