import { join } from 'node:path'
import { features, sitePages } from '../../../../app/features.ts'
import { paths } from '../../../../core/contract/paths.ts'
import { databaseFor, longPostPath } from '../../../../tests/bench/long-post.ts'
import type { Bench, Row } from '../../../../tests/bench/row.ts'
import { type Audit, audit, scoresRow } from '../../../../tests/bench/run-lighthouse.ts'
import { makeTemporaryFolder } from '../../../../tests/bench/temporary-folder.ts'
import { originalSite } from '../../../../tests/helpers/original-site.ts'
import { filesIn, readZip } from '../../../../tests/helpers/read-zip.ts'
import { serveFiles } from '../../../../tests/helpers/serve-folder.ts'
import { openMediaStore } from '../../../media/server/store.ts'
import { postPaths } from '../../../posts/contract/post-paths.ts'
import { sitePaths } from '../../../site/contract/site-paths.ts'
import { toFile } from '../../server/export/export-zip.ts'
import { writeExport } from '../../server/export/write-export.ts'

const runs = 5
const pages = [
  paths.home,
  sitePaths.apps,
  sitePaths.waitlist,
  sitePaths.contact,
  postPaths.blog,
  longPostPath,
]

/** Lighthouse of the copy of the site in an export. A plain web server serves it, as in tests/helpers/serve-folder.ts. */
export const bench: Bench = {
  name: 'lighthouse copy',
  async measure(given) {
    const space = await serveFiles(await exportCopy(await databaseFor(postPaths.blog, given)), '')
    const rows: Row[] = []
    for (const path of pages) {
      const audits: Audit[] = []
      const folder = path === paths.home ? '' : `${path.slice(1)}/`
      for (let run = 0; run < runs; run++) audits.push(await audit(space.url + folder))
      rows.push(scoresRow(`the copy of ${path}`, audits))
    }
    await space.close()
    return rows
  },
}

async function exportCopy(connectionString: string): Promise<Map<string, Buffer>> {
  const folder = await makeTemporaryFolder()
  const file = join(folder, 'site.zip')
  const media = await openMediaStore({ kind: 'disk', folder: join(folder, 'media') })
  const config = { site: originalSite('https://example.org'), backupsKeep: 14 }
  await writeExport({ features, sitePages, connectionString, media, config, write: toFile(file) })
  return filesIn(await readZip(file), 'static')
}
