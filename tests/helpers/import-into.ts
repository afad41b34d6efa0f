import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { runCommandImport } from '../../server/transfer/command-import.ts'
import { listImportNotes } from '../../server/transfer/site-imports.ts'
import type { TestServer } from './test-server.ts'

/** Imports a file into the site of a test server, or undoes an import, as the command does. */
export async function importInto(server: TestServer, given: string | { undo: number }) {
  const dataDir = await mkdtemp(join(tmpdir(), 'everyday-ai-move-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const { db, media } = server.instance
  const { connectionString } = server
  const task =
    typeof given === 'string'
      ? { file: given, uploads: undefined, isCheck: false, options: { status: 'as-in-file' as const } }
      : given
  const finished = await runCommandImport(
    { config: { dataDir }, db, connectionString, media, signal: new AbortController().signal },
    task,
    () => {},
  )
  const phase = typeof given === 'string' ? 'import' : 'undo'
  const notes = await listImportNotes(db, finished.id, { phase, limit: 100 })
  const counts = Object.fromEntries(Object.entries(finished.counts).filter(([, count]) => count > 0))
  return { finished, counts, notes: notes.rows }
}
