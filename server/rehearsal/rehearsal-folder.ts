import { chmodSync, existsSync, mkdirSync, readdirSync, rmdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive, listProcesses, removeCluster } from '../db/embedded-postgres.ts'

/** The folder of one rehearsal: a backup, two data folders, and the profile of a browser */
export type RehearsalFolder = { path: string; backup: string; dataOf: (side: Side) => string }
/** The version that runs now, and the new one */
export type Side = 'current' | 'next'

const sides: Side[] = ['current', 'next']
/** Postgres or its guard, by the command line */
const isPostgres = /\/postgres -D |postgres-guard /

/** Creates a folder that only this user may read. Its name tells which process it belongs to. */
export function createRehearsalFolder(dataDir: string): RehearsalFolder {
  const path = join(rootOf(dataDir), `${process.pid}-${Date.now()}`)
  // Started by root, Postgres runs as another user, who must be able to enter the folder, but not to list it.
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700
  for (const folder of [rootOf(dataDir), path, ...sides.map((side) => join(path, side))]) {
    mkdirSync(folder, { recursive: true })
    chmodSync(folder, mode)
  }
  return { path, backup: join(path, 'backup.tar.gz'), dataOf: (side) => join(path, side) }
}

/** Ends every process that uses the folder, then deletes it with its clusters. */
export async function removeRehearsalFolder(dataDir: string, path: string): Promise<void> {
  // The path is part of their command lines (version-folder.ts). Postgres is stopped below, and its guard ends with it.
  for (const { pid, commandLine } of listProcesses())
    if (pid !== process.pid && commandLine.includes(path) && !isPostgres.test(commandLine)) kill(pid)
  for (const side of sides) await removeCluster(join(path, side))
  rmSync(path, { recursive: true, force: true, maxRetries: 5 })
  try {
    rmdirSync(rootOf(dataDir))
  } catch {
    // Another rehearsal is running.
  }
}

/** Removes what rehearsals have left that were killed. Returns their number. */
export async function sweepRehearsals(dataDir: string): Promise<number> {
  if (!existsSync(rootOf(dataDir))) return 0
  const left = readdirSync(rootOf(dataDir))
    .map((name) => join(rootOf(dataDir), name))
    .filter(isLeftOver)
  for (const path of left) await removeRehearsalFolder(dataDir, path)
  return left.length
}

function isLeftOver(path: string): boolean {
  const pid = Number(/\/(\d+)-\d+$/.exec(path)?.[1])
  // In a container, a restarted process may have the same pid as the one before.
  if (pid === process.pid) return statSync(path).mtimeMs < performance.timeOrigin
  return !(pid && isAlive(pid))
}

const rootOf = (dataDir: string) => join(dataDir, 'rehearsal')

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended in the meantime.
  }
}
