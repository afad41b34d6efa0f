import { features } from '../../../app/features.ts'
import { temporaryFolder } from '../../../tests/helpers/temporary-folder.ts'
import type { TestServer } from '../../../tests/helpers/test-server.ts'
import { runCommandImport } from '../server/command-import.ts'
import { listImportNotes } from '../server/import-notes.ts'

/** Imports or checks a file on the site of a test server, or undoes an import, as the command does. */
export async function importInto(
  server: TestServer,
  given: string | { undo: number },
  { isCheck = false, uploads }: { isCheck?: boolean; uploads?: string } = {},
) {
  const dataDir = await temporaryFolder()
  const { db, media } = server.instance
  const { connectionString } = server
  const task =
    typeof given === 'string'
      ? { file: given, uploads, isCheck, options: { status: 'as-in-file' as const } }
      : given
  const config = { dataDir, publicUrl: 'http://everyday.test' }
  const { signal } = new AbortController()
  const deps = { config, db, connectionString, media, features, signal }
  const finished = await runCommandImport(deps, task, () => {})
  const phase = typeof given !== 'string' ? 'undo' : isCheck ? 'check' : 'import'
  const notes = await listImportNotes(db, finished.id, { phase, limit: 100 })
  const counts = Object.fromEntries(
    Object.entries(isCheck ? finished.checked : finished.counts).filter(([, count]) => count > 0),
  )
  return { finished, counts, notes: notes.rows }
}
