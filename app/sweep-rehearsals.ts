import { existsSync, readdirSync, rmdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { removeCluster } from '../core/server/db/embedded-postgres.ts'

// A rehearsal (tools/rehearsal) has copies of the site in a folder of its own and removes them at its end.

export const rehearsalsFolder = (dataDir: string) => join(dataDir, 'rehearsal')
/** The data folders of the two copies: of the version that runs now, and of the new one */
export const sides = ['current', 'next'] as const

/** Max ms between two signs of life of a rehearsal. One that was silent for longer was killed. */
export const silenceMs = 30_000

/** Removes the copies of rehearsals that were killed, because they contain personal data. Returns their number. */
export async function sweepRehearsals(dataDir: string): Promise<number> {
  const folder = rehearsalsFolder(dataDir)
  const all = existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []
  const left = all.filter((path) => Date.now() - statSync(path).mtimeMs > silenceMs)
  for (const path of left) await removeRehearsal(path)
  return left.length
}

/** Stops the databases of the copies, then deletes the folder. */
export async function removeRehearsal(path: string): Promise<void> {
  for (const side of sides) await removeCluster(join(path, side))
  rmSync(path, { recursive: true, force: true, maxRetries: 5 })
  try {
    rmdirSync(join(path, '..'))
  } catch {
    // Another rehearsal is running.
  }
}
