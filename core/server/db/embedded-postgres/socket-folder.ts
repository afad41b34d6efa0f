import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Cluster } from './cluster.ts'
import { EmbeddedPostgresError, readErrorCode } from './errors.ts'
import { canRunAs, giveTo, type SystemUser } from './system-user.ts'

/** Max bytes of a socket's path. `sun_path` has 108 bytes on Linux and 104 on macOS, including the final zero. */
const maxSocketPath = process.platform === 'linux' ? 107 : 103

/**
 * Chooses a folder with a short path that is the same at each start of this cluster. The path of the data folder may be
 * too long for a socket, and a mounted volume may not support sockets. Other processes find the folder in
 * postmaster.pid.
 */
export function chooseSocketFolder({ dir, baseDir, runAs }: Cluster) {
  // Root's temporary folder is often private, so /tmp comes first for another user.
  const parents = runAs ? ['/tmp', tmpdir(), baseDir] : [tmpdir(), '/tmp', baseDir]
  for (const path of parents.map((parent) => join(parent, nameOf(dir)))) {
    // Postgres parses the setting as a list, in which commas and quotes are special.
    const fits = Buffer.byteLength(`${path}/.s.PGSQL.5432`) <= maxSocketPath && !/[",]/.test(path)
    if (fits && makePrivateFolder(path, runAs)) return path
  }
  throw new EmbeddedPostgresError(
    'START_FAILED',
    `No private folder for the database connection could be made in ${parents.join(', ')}: set TMPDIR to a short path that this user may write to.`,
  )
}

/** All folders that `chooseSocketFolder` could have made for this cluster */
export function listSocketFolders(dir: string, baseDir: string): string[] {
  return [tmpdir(), '/tmp', baseDir].map((parent) => join(parent, nameOf(dir)))
}

const nameOf = (dir: string) => `everyday-ai-${createHash('sha256').update(dir).digest('hex').slice(0, 12)}`

/**
 * Creates a folder that only this user can access. Returns false if another user created it or can write to it, because
 * its name can be guessed.
 */
export function makePrivateFolder(path: string, runAs: SystemUser | undefined) {
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    if (readErrorCode(error) !== 'EEXIST') return false
  }
  const entry = lstatSync(path)
  const me = process.getuid?.()
  const isOurs = entry.uid === me || entry.uid === runAs?.uid
  if (!entry.isDirectory() || !isOurs || (entry.mode & 0o077) !== 0) return false
  giveTo(runAs, path)
  return !runAs || canRunAs(runAs, 'cd "$1"', [path])
}
