import type { SiteSettings } from '../../../contracts/site.ts'
import type { MediaStore } from '../../media/store.ts'
import { readSite } from '../../settings/site-source.ts'
import { loadBuiltRenderer } from '../../site/renderer.ts'
import { version } from '../../version.ts'
import { exportFormat, exportVersion, type Manifest } from '../own-format/manifest.ts'
import { readFileFacts } from './export-files.ts'
import { readMediaFacts } from './export-media.ts'
import { listTextPaths } from './export-texts.ts'
import { createExportZip, type ExportZip, type WriteBytes } from './export-zip.ts'
import { listParts } from './list-parts.ts'
import { openExportSnapshot } from './snapshot.ts'

type Options = {
  connectionString: string
  media: MediaStore
  config: { site: SiteSettings; backupsKeep: number }
  write: WriteBytes
  signal?: AbortSignal | undefined
  /** Called with the share that is done, from 0 to 1, many times */
  onProgress?: ((share: number) => void) | undefined
}

/** Writes the whole site into one zip, from one state of the database, while the app keeps running. */
export async function writeExport({
  connectionString,
  media,
  config,
  write,
  signal,
  onProgress,
}: Options): Promise<Manifest['counts']> {
  const snapshot = await openExportSnapshot(connectionString)
  let zip: ExportZip | undefined
  try {
    const { db, madeAt } = snapshot
    const site = await readSite(db, config.site)
    const pictures = await readMediaFacts(db)
    const renderer = await loadBuiltRenderer()
    const texts = await listTextPaths(db)
    // Most texts are also pages of the copy.
    const steps = 2 * texts.length + pictures.size
    let done = 0
    const counts = { posts: 0, pages: 0, pictures: 0, files: 0, redirects: 0, people: 0, subscribers: 0 }
    zip = await createExportZip(write)
    for await (const part of listParts({
      ...{ db, site, media, pictures, files: await readFileFacts(db), renderer },
      backupsKept: config.backupsKeep,
    })) {
      signal?.throwIfAborted()
      await zip.add(part.path, part.body)
      if (part.counts) counts[part.counts] += part.count?.() ?? 1
      if (part.isStep) onProgress?.(Math.min(1, ++done / steps))
    }
    const hashes = Object.fromEntries([...zip.files].sort(([a], [b]) => (a < b ? -1 : 1)))
    const about = { format: exportFormat, version: exportVersion } as const
    const { publicUrl } = site
    const manifest: Manifest = { ...about, madeAt, publicUrl, app: version, counts, texts, files: hashes }
    // The format comes first, by which an import recognizes the file.
    await zip.add('site.json', `${JSON.stringify(manifest, null, 1)}\n`)
    await zip.finish()
    return counts
  } catch (error) {
    await zip?.discard()
    throw error
  } finally {
    await snapshot.close()
  }
}
