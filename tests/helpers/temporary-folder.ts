import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Makes a folder that is removed when the test ends, or when `whenDone` says so. */
export async function temporaryFolder(
  whenDone: (remove: () => Promise<void>) => void = onTestFinished,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'everyday-ai-test-'))
  // If root runs the tests, Postgres runs as another user, who needs access to the folder.
  await chmod(folder, 0o711)
  whenDone(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}
