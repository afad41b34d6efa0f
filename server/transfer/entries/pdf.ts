import { basename, join } from 'node:path'
import { fileLimits, fileMessages, type StoredFile } from '../../../contracts/files.ts'
import { addUploadedFile, findFileBySha256 } from '../../files/files.ts'
import { withWorkFolder } from '../../media/work-folder.ts'
import type { ImportRun } from '../import-run.ts'
import { keepItem } from './items.ts'
import { missingFile } from './picture.ts'

/** The stored file, or the reason why there is none. `isNew`: this import has stored it now. */
type FoundPdf = { file: StoredFile; isNew: boolean } | { detail: string }

type Address = { address: string; path?: string | undefined }

/** Finds a PDF file in the source, and stores it unless we have it already. */
export async function takePdf(run: ImportRun, { address, path }: Address): Promise<FoundPdf> {
  const found = await run.source.findFile(address, { path })
  if (!found) return { detail: missingFile }
  if (found.bytes > fileLimits.bytes) return { detail: fileMessages.tooLarge }
  return withWorkFolder(async (folder) => {
    const source = join(folder, 'source')
    const { sha256, bytes } = await run.source.copyFile(found, source)
    const stored = await findFileBySha256(run.db, sha256)
    if (stored) return { file: stored, isNew: false }
    const { importId, editor } = run
    const upload = { source, bytes, originalName: basename(found.path) }
    const createdBy = editor.id === 0 ? null : editor.id
    const added = await addUploadedFile(run.db, run.media, upload, createdBy, (tx, rowId) =>
      keepItem(tx, { key: `file:${sha256}`, importId, kind: 'file', rowId, version: sha256 }),
    )
    return added.outcome === 'added' ? { file: added.file, isNew: true } : { detail: added.detail }
  })
}
