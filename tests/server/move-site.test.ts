import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runCommandImport } from '../../server/transfer/command-import.ts'
import { listImportNotes } from '../../server/transfer/site-imports.ts'
import { exportSiteOf } from '../helpers/export-site.ts'
import { fillRichSite } from '../helpers/rich-site.ts'
import { startTestServer, type TestServer } from '../helpers/test-server.ts'

async function importInto(server: TestServer, file: string) {
  const dataDir = await mkdtemp(join(tmpdir(), 'everyday-ai-move-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const { db, media } = server.instance
  const { connectionString } = server
  const signal = new AbortController().signal
  const log = { error: (fields: object) => console.error(fields) }
  const finished = await runCommandImport(
    { config: { dataDir }, db, connectionString, media, signal, log },
    { file, uploads: undefined, isCheck: false, options: { status: 'as-in-file' } },
    () => {},
  )
  const notes = await listImportNotes(db, finished.id, { phase: 'import', limit: 100 })
  return { finished, notes: notes.rows }
}

test('an export that is imported into an empty site gives the same export', async () => {
  const old = await startTestServer()
  await fillRichSite(old)
  const first = await exportSiteOf(old)
  const empty = await startTestServer()
  const { finished, notes } = await importInto(empty, first.file)
  expect(notes).toEqual([])
  expect(finished).toMatchObject({ state: 'finished', format: 'everyday-ai' })
  const second = await exportSiteOf(empty)
  expect([...second.files.keys()]).toEqual([...first.files.keys()])
  for (const [path, body] of first.files)
    if (path !== 'site.json') expect(second.files.get(path)?.toString(), path).toBe(body.toString())
  const manifestOf = ({ files }: typeof first) => ({
    ...JSON.parse(String(files.get('site.json'))),
    madeAt: '',
  })
  expect(manifestOf(second)).toEqual(manifestOf(first))

  const again = await importInto(empty, first.file)
  expect(again.notes).toEqual([])
  expect(
    Object.entries(again.finished.counts)
      .filter(([, count]) => count > 0)
      .map(([name]) => name),
  ).toEqual(['unchanged'])
})
