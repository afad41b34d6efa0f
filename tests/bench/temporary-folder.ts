import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atEnd } from '../helpers/clean-up.ts'

/** Creates a folder that is deleted when the command ends. */
export async function makeTemporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'everyday-ai-bench-'))
  // If root runs this, Postgres runs as another user, who needs access to the folder.
  await chmod(folder, 0o711)
  // A browser that is shutting down may still write files, so the deletion is retried.
  atEnd(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }))
  return folder
}
