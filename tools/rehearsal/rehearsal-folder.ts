import { chmodSync, existsSync, mkdirSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { rehearsalsFolder, sides, silenceMs } from '../../app/sweep-rehearsals.ts'
import { StartError } from '../../core/server/start-error.ts'

/** The folder of one rehearsal: a backup, two data folders, and the profile of a browser */
export type RehearsalFolder = { path: string; backup: string; dataOf: (side: Side) => string }
/** The version that runs now, and the new one */
export type Side = (typeof sides)[number]

/**
 * Creates a folder that only this user may read.
 * @throws StartError if the site, which runs as another user, could not remove it
 */
export function createRehearsalFolder(dataDir: string): RehearsalFolder {
  refuseOtherUser(dataDir)
  const path = join(rehearsalsFolder(dataDir), `${process.pid}-${Date.now()}`)
  // Started by root, Postgres runs as another user, who must be able to enter the folder, but not to list it.
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700
  for (const folder of [rehearsalsFolder(dataDir), path, ...sides.map((side) => join(path, side))]) {
    mkdirSync(folder, { recursive: true })
    chmodSync(folder, mode)
  }
  showLife(path)
  return { path, backup: join(path, 'backup.tar.gz'), dataOf: (side) => join(path, side) }
}

function showLife(path: string): void {
  const timer = setInterval(() => {
    try {
      utimesSync(path, new Date(), new Date())
    } catch {
      clearInterval(timer)
    }
  }, silenceMs / 6)
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
