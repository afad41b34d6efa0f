import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { EmbeddedPostgresError, readErrorCode } from './errors.ts'
import { canRunAs, type SystemUser } from './system-user.ts'

export type Log = { info(message: string): void; warn(message: string): void }

export type Placement = {
  /** Contains the cluster (`postgres`), its log, and, if needed, a copy of the binaries */
  baseDir: string
  /** Set for a root process only, because Postgres refuses to run as root */
  runAs: SystemUser | undefined
}

export const systemDirDefault = '/var/lib/everyday-ai'

/**
 * Chooses the folder of the cluster and the user that runs it. The result must be the same at every start, or the app
 * would open an empty second cluster; if it would differ, the app refuses to start.
 */
export function choosePlacement(dataDir: string, log: Log, systemDir = systemDirDefault): Placement {
  const asRoot = process.getuid?.() === 0
  const created = makeFolder(dataDir, asRoot ? 0o711 : 0o700)
  // Root's umask may have reduced the mode, which would lock out the user that runs Postgres.
  if (created && asRoot) chmodSync(dataDir, 0o711)

  const realDir = realpathSync(dataDir)
  const elsewhere = placeElsewhere(realDir, systemDir)
  if (!asRoot) return placeForOrdinaryUser(realDir, elsewhere)

  const runAs = chooseUnprivilegedUser(realDir, elsewhere)
  if (!hasCluster(realDir) && hasCluster(elsewhere)) return announce(elsewhere, runAs, dataDir, log)
  const canEnter = () => canRunAs(runAs, 'cd "$1"', [realDir])
  const isVolume = isMountPoint(realDir)
  if (isVolume && !canEnter()) letEnter(realDir)
  if (canEnter()) return { baseDir: realDir, runAs }
  if (isVolume) {
    throw new EmbeddedPostgresError(
      'DATA_DIR_UNWRITABLE',
      `Postgres does not run as root, and the system user ${runAs.uid} may not enter the volume ${realDir}: run "chmod a+x" on it and on the folders above it, or set DATABASE_URL.`,
    )
  }
  if (hasCluster(realDir)) {
    throw new EmbeddedPostgresError(
      'DATA_DIR_ELSEWHERE',
      `The database in ${realDir} belongs to the system user ${runAs.uid}, who may no longer enter that folder: run "chmod a+x" on it and on the folders above it.`,
    )
  }
  mkdirSync(elsewhere, { recursive: true, mode: 0o711 })
  chmodSync(systemDir, 0o711)
  chmodSync(elsewhere, 0o711)
  writeFileSync(
    join(realDir, 'postgres-is-elsewhere.txt'),
    `The database of this folder is in ${elsewhere}\n`,
  )
  return announce(elsewhere, runAs, dataDir, log)
}

/**
 * Lets other users enter a volume, as `choosePlacement` does with a folder that it makes. A host may mount a volume that
 * only root can enter. Outside of it, in the file system of a container, a cluster would be lost with the container.
 */
function letEnter(realDir: string): void {
  const { uid, mode } = statSync(realDir)
  if (uid === 0) chmodSync(realDir, (mode & 0o7777) | 0o111)
}

/** True if this folder already has a cluster. Creates nothing. */
export function clusterExists(dataDir: string, systemDir = systemDirDefault): boolean {
  if (!existsSync(dataDir)) return false
  const realDir = realpathSync(dataDir)
  return hasCluster(realDir) || hasCluster(placeElsewhere(realDir, systemDir))
}

/** The folder for a cluster whose user may not enter the data folder */
export function placeElsewhere(realDir: string, systemDir: string): string {
  return join(systemDir, createHash('sha256').update(realDir).digest('hex').slice(0, 12))
}

/** Creates one level at a time, because Node's recursive mkdir hangs below /proc. Returns true if it was missing. */
function makeFolder(path: string, mode: number): boolean {
  if (existsSync(path)) return false
  makeFolder(dirname(path), mode)
  mkdirSync(path, { mode })
  return true
}

function announce(baseDir: string, runAs: SystemUser, dataDir: string, log: Log): Placement {
  log.info(
    `Postgres does not run as root, and its user may not enter ${dataDir}: the database is in ${baseDir}`,
  )
  return { baseDir, runAs }
}

function placeForOrdinaryUser(realDir: string, elsewhere: string): Placement {
  if (!hasCluster(realDir) && existsSync(join(elsewhere, 'postgres'))) {
    throw new EmbeddedPostgresError(
      'DATA_DIR_ELSEWHERE',
      `The database of ${realDir} was created by root and is in ${elsewhere}: start the app as root, or set DATA_DIR to another folder.`,
    )
  }
  if (hasCluster(realDir) && statSync(join(realDir, 'postgres')).uid !== process.getuid?.()) {
    throw new EmbeddedPostgresError(
      'DATA_DIR_ELSEWHERE',
      `The database in ${realDir} belongs to another system user: start the app as that user or as root, or set DATA_DIR to another folder.`,
    )
  }
  return { baseDir: realDir, runAs: undefined }
}

/**
 * The owner of an existing cluster must run it. A new cluster is run by the owner of the folder, or else by `nobody`.
 */
function chooseUnprivilegedUser(realDir: string, elsewhere: string): SystemUser {
  for (const path of [join(realDir, 'postgres'), join(elsewhere, 'postgres'), realDir]) {
    const owner = existsSync(path) ? statSync(path) : undefined
    if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  }
  try {
    const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'nobody'])))
    if (uid && gid) return { uid, gid }
  } catch {
    // Reported below.
  }
  throw new EmbeddedPostgresError(
    'ROOT_NOT_POSSIBLE',
    'Postgres does not run as root and this system has no user "nobody": start the app as an ordinary user, or set DATABASE_URL.',
  )
}

/**
 * True if the folder contains a cluster, or cannot be read. In the latter case it may contain one, and creating a new,
 * empty cluster elsewhere would make the data seem lost.
 */
export function hasCluster(baseDir: string) {
  try {
    return readdirSync(join(baseDir, 'postgres')).length > 0
  } catch (error) {
    return readErrorCode(error) !== 'ENOENT'
  }
}

/** Linux lists the mounted file systems here, seen from the root folder of this process. */
const mountList = '/proc/self/mountinfo'

/** True if something is mounted on this folder, such as a container's volume. Only Linux can tell. */
function isMountPoint(realDir: string): boolean {
  if (!existsSync(mountList)) return false
  return readFileSync(mountList, 'utf8')
    .split('\n')
    .some((line) => decodePath(line.split(' ')[4] ?? '') === realDir)
}

/** Spaces, tabs, line breaks, and backslashes of a path are listed as octal numbers, such as `\040`. */
const decodePath = (listed: string) =>
  listed.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)))
