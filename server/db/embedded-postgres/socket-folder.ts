import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Cluster } from './cluster.ts'
import { EmbeddedPostgresError, readErrorCode } from './errors.ts'
import { canRunAs, giveTo, type SystemUser } from './system-user.ts'

/** `sun_path` holds 108 bytes with its final zero on Linux, 104 on macOS. */
const maximumSocketPath = process.platform === 'linux' ? 107 : 103

/**
 * A short folder that is the same for each start of this cluster. Not in the data folder: its path may be too
 * long, and a mounted volume may not carry sockets. A new process learns it from postmaster.pid.
 */
export function chooseSocketFolder({ dir, baseDir, runAs }: Cluster) {
  const name = `everyday-ai-${createHash('sha256').update(dir).digest('hex').slice(0, 12)}`
  // The temporary folder of root is often closed to others.
  const parents = runAs ? ['/tmp', tmpdir(), baseDir] : [tmpdir(), '/tmp', baseDir]
  for (const path of parents.map((parent) => join(parent, name))) {
    // Postgres reads a list here, in which commas and quotes have a meaning.
    const fits = Buffer.byteLength(`${path}/.s.PGSQL.5432`) <= maximumSocketPath && !/[",]/.test(path)
    if (fits && makePrivateFolder(path, runAs)) return path
  }
  throw new EmbeddedPostgresError(
    'START_FAILED',
    `No private folder for the database connection could be made in ${parents.join(', ')}: set TMPDIR to a short path that this user may write to.`,
  )
}

/** The name can be guessed, so a folder that somebody else made, or can write to, is not used. */
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
