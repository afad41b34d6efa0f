import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { listProcesses, readCommandLine, removeCluster } from '../db/embedded-postgres.ts'
import { StartError } from '../start-error.ts'

/** The folder of one rehearsal: a backup, two data folders, and the profile of a browser */
export type RehearsalFolder = { path: string; backup: string; dataOf: (side: Side) => string }
/** The version that runs now, and the new one */
export type Side = 'current' | 'next'

const sides: Side[] = ['current', 'next']
/** Postgres or its guard, by the command line */
const isPostgres = /\/postgres -D |postgres-guard /

/** Ms between two signs of life of a rehearsal, and the silence after which one of another container counts as dead */
const heartbeatMs = 10_000
const silenceMs = 6 * heartbeatMs

/** The file in a rehearsal's folder that names its process. Containers that share a data folder have different hosts. */
const ownerFile = 'owner.json'
const owner = z.object({ host: z.string(), pid: z.number(), commandLine: z.optional(z.string()) })

/**
 * Creates a folder that only this user may read.
 * @throws StartError if the site, which runs as another user, could not remove it
 */
export function createRehearsalFolder(dataDir: string): RehearsalFolder {
  refuseOtherUser(dataDir)
  const path = join(rootOf(dataDir), `${process.pid}-${Date.now()}`)
  // Started by root, Postgres runs as another user, who must be able to enter the folder, but not to list it.
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700
  for (const folder of [rootOf(dataDir), path, ...sides.map((side) => join(path, side))]) {
    mkdirSync(folder, { recursive: true })
    chmodSync(folder, mode)
  }
  const self = { host: hostname(), pid: process.pid, commandLine: readCommandLine(process.pid) }
  writeFileSync(join(path, ownerFile), JSON.stringify(self satisfies z.infer<typeof owner>))
  showLife(path)
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
  const lastSign = statSync(path).mtimeMs
  const { host, pid, commandLine } = readOwner(path)
  if (host !== undefined && host !== hostname()) return Date.now() - lastSign > silenceMs
  // In a container, a restarted process may have the same pid as the one before.
  if (pid === process.pid) return lastSign < performance.timeOrigin
  // After a restart of the machine, another program may have the pid.
  return pid === undefined || readCommandLine(pid) === undefined || readCommandLine(pid) !== commandLine
}

/** A rehearsal that is killed while it creates its folder leaves no owner. */
function readOwner(path: string): Partial<z.infer<typeof owner>> {
  try {
    return owner.parse(JSON.parse(readFileSync(join(path, ownerFile), 'utf8')))
  } catch {
    return {}
  }
}

function showLife(path: string): void {
  const timer = setInterval(() => {
    try {
      utimesSync(path, new Date(), new Date())
    } catch {
      clearInterval(timer)
    }
  }, heartbeatMs)
  timer.unref()
}

function refuseOtherUser(dataDir: string): void {
  const user = process.getuid?.()
  const { uid } = existsSync(dataDir) ? statSync(dataDir) : { uid: user }
  if (uid !== user)
    throw new StartError(
      `The folder ${dataDir} belongs to another user (${uid}). Run this as the user that the site runs as.`,
    )
}

const rootOf = (dataDir: string) => join(dataDir, 'rehearsal')

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended in the meantime.
  }
}
