import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readZip } from '../../../tests/helpers/read-zip.ts'
import { fillRichSite } from '../../../tests/helpers/rich-site.ts'
import { startTestServer, type TestServer } from '../../../tests/helpers/test-server.ts'
import { readTextFile } from '../own-format/front-matter.ts'
import { readBody } from '../own-format/own-markdown.ts'
import { readMediaFacts } from './export-media.ts'
import { toFile } from './export-zip.ts'
import { writeExport } from './write-export.ts'
import { originalSite } from '../../../tests/helpers/original-site.ts'

async function exportTo(server: TestServer, name = 'site.zip') {
  const folder = await mkdtemp(join(tmpdir(), 'everyday-ai-export-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, name)
  const config = { site: originalSite('http://everyday.test'), backupsKeep: 14 }
  const counts = await writeExport({ connectionString: server.connectionString, media: server.instance.media, config, write: toFile(file) })
  return { file, counts, files: await readZip(file) }
}

test('writes every text so that reading it gives the same HTML', async () => {
  const server = await startTestServer()
  await fillRichSite(server)
  const { files, file } = await exportTo(server)
  const facts = await readMediaFacts(server.instance.db)
  const rows = await server.query<{ kind: string; slug: string; content: string }>(
    'select kind, slug, content from blog_posts where deleted_at is null',
  )
  const formats: Record<string, string> = {}
  for (const { kind, slug, content } of rows) {
    const read = readTextFile(files.get(`${kind}s/${slug}.md`)?.toString() ?? '')
    if (!read) throw new Error(`${slug} cannot be read`)
    formats[slug] = read.facts.format
    expect(await readBody({ format: read.facts.format, text: read.body }, (name) => facts.get(name)), slug).toBe(content)
  }
  if (process.env.KEEP) await (await import('node:fs/promises')).copyFile(file, '/tmp/exp/site.zip')
})
