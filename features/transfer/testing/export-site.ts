import { join } from 'node:path'
import { features, sitePages } from '../../../app/features.ts'
import { originalSite } from '../../../tests/helpers/original-site.ts'
import { readZip } from '../../../tests/helpers/read-zip.ts'
import { temporaryFolder } from '../../../tests/helpers/temporary-folder.ts'
import type { TestServer } from '../../../tests/helpers/test-server.ts'
import { toFile } from '../server/export/export-zip.ts'
import { writeExport } from '../server/export/write-export.ts'

/** Exports the site of a test server into a file that is removed when the test ends. */
export async function exportSiteOf({ connectionString, instance: { media } }: TestServer) {
  const file = join(await temporaryFolder(), 'site.zip')
  const config = { site: originalSite('http://everyday.test'), backupsKeep: 14 }
  const site = { features, sitePages, connectionString, media, config }
  const counts = await writeExport({ ...site, write: toFile(file) })
  return { file, counts, files: await readZip(file) }
}
