import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const prefix = 'everyday-ai-picture-'

/** Runs a function with a temporary folder, which is removed even if the function throws. */
export async function withWorkFolder<Result>(use: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`))
  try {
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Removes the temporary folders of processes that were killed. */
export async function sweepWorkFolders(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(prefix)) continue
    const folder = join(tmpdir(), name)
    const pid = Number(name.slice(prefix.length).split('-', 1)[0])
    if (await isLeftOver(folder, pid)) await rm(folder, { recursive: true, force: true })
  }
}

async function isLeftOver(folder: string, pid: number): Promise<boolean> {
  // In a container, a restarted process may have the same pid as the one before.
  if (pid === process.pid) {
    const made = await stat(folder).catch(() => undefined)
    return made !== undefined && made.mtimeMs < performance.timeOrigin
  }
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
