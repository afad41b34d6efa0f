import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { SiteSettings } from '../../../../core/contract/site.ts'
import { openClient } from '../../../../core/server/db/connect.ts'
import { openSnapshot } from '../../../../core/server/db/snapshot.ts'
import { version } from '../../../../core/server/version.ts'
import type { Feature } from '../../../manifest/feature.ts'
import type { SitePage } from '../../../manifest/site-page.ts'
import type { MediaStore } from '../../../media/server/store.ts'
import { loadBuiltRenderer } from '../../../site/server/files/renderer.ts'
import { readSite } from '../../../site/server/settings/site-source.ts'
import { listSections } from '../../../site/server/site-content/sections.ts'
import type { ExportCounts } from '../../contract/site-export.ts'
import { readFileFacts, readMediaFacts } from './export-media.ts'
import { listTextPaths } from './export-texts.ts'
import { createExportZip, type ExportZip, type WriteBytes } from './export-zip.ts'
import { listParts } from './list-parts.ts'

type Options = {
  features: Feature[]
  sitePages: SitePage[]
  connectionString: string
  media: MediaStore
  config: { site: SiteSettings; backupsKeep: number }
  write: WriteBytes
  signal?: AbortSignal | undefined
  /** Called with the share that is done, from 0 to 1, many times */
  onProgress?: ((share: number) => void) | undefined
}

/** Writes the whole site into one zip, from one state of the database, while the app keeps running. */
export async function writeExport(options: Options): Promise<ExportCounts> {
  const { features, sitePages, media, config, signal, onProgress } = options
  const client = await openClient(options.connectionString, 'everyday-ai export')
  let zip: ExportZip | undefined
  try {
    // One state of the whole database, so that the export is consistent while people keep editing
    const madeAt = await openSnapshot(client)
    const db = drizzle(oneByOne(client))
    const site = await readSite(db, config.site, listSections(features))
    const pictures = await readMediaFacts(db)
    const renderer = await loadBuiltRenderer()
    const texts = await listTextPaths(db)
    // Most texts are also pages of the copy.
    const steps = 2 * texts.length + pictures.size
    let done = 0
    const counts: ExportCounts = { posts: 0, pages: 0, pictures: 0, files: 0, redirects: 0, people: 0 }
    zip = await createExportZip(options.write)
    for await (const part of listParts(features, {
      ...{ db, site, sitePages, media, pictures, files: await readFileFacts(db), renderer },
      backupsKept: config.backupsKeep,
    })) {
      signal?.throwIfAborted()
      await zip.add(part.path, part.body)
      if (part.counts) counts[part.counts] = (counts[part.counts] ?? 0) + (part.count?.() ?? 1)
      if (part.isStep) onProgress?.(Math.min(1, ++done / steps))
    }
    const hashes = Object.fromEntries([...zip.files].sort(([a], [b]) => (a < b ? -1 : 1)))
    const about = {
      format: 'everyday-ai export',
      version: 1,
      madeAt,
      publicUrl: site.publicUrl,
      app: version,
    }
    // Times and counts, the files of all posts and pages in the order in which they were created, and size and SHA-256 of
    // every other file
    const manifest = { ...about, counts, texts, files: hashes }
    await zip.add('site.json', `${JSON.stringify(manifest, null, 1)}\n`)
    await zip.finish()
    return counts
  } catch (error) {
    await zip?.discard()
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}

/** Features run several queries at once, which needs more than one connection; a snapshot has only one. */
function oneByOne(client: pg.Client): pg.Client {
  let last: Promise<unknown> = Promise.resolve()
  return new Proxy(client, {
    get(target, name) {
      if (name !== 'query') {
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      }
      return (...args: Parameters<pg.Client['query']>) => {
        const result = last.then(() => target.query(...args))
        last = Promise.resolve(result).catch(() => {})
        return result
      }
    },
  })
}
