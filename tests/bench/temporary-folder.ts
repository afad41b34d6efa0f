import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atEnd } from '../helpers/clean-up.ts'

/** A folder that is removed when the command ends. */
export async function makeTemporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'everyday-ai-bench-'))
  // Started by root, Postgres runs as another user, who needs access.
  await chmod(folder, 0o711)
  // A browser that is ending may still write.
  atEnd(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }))
  return folder
}
