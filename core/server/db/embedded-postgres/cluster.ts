import { type ExecFileException, execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { EmbeddedPostgresError, readErrorCode } from './errors.ts'
import { hasCluster, type Log, type Placement } from './placement.ts'
import { isAlive } from './processes.ts'
import { giveTo, processOptions } from './system-user.ts'

/** File with the password. It is inside the cluster, so that one rename creates both and copies always have both. */
const passwordFile = 'everyday-ai.password'
const maxLogBytes = 1_000_000
const runFile = promisify(execFile)

export type NewCluster = Placement & {
  dataDir: string
  nativeDir: string
  /** The folder of the cluster, `<baseDir>/postgres`. */
  dir: string
  durable: boolean
  log: Log
}

export type Cluster = NewCluster & {
  password: string
  logFile: string
  /** Set while the disk is full: reading still works, and no statement of the app needs space. */
  readOnly?: boolean
}

/** Ensures that `cluster.dir` is a complete cluster of our version. A new one is renamed into place when finished. */
export async function createClusterIfMissing(cluster: NewCluster) {
  const workshop = join(cluster.baseDir, 'postgres.tmp')
  clearLeftovers(workshop)
  if (!hasCluster(cluster.baseDir)) await createCluster(cluster, workshop)
  removeEmptyFolder(workshop)
  checkVersion(cluster)
}

export function readPassword(dir: string) {
  return readFileSync(join(dir, passwordFile), 'utf8').trim()
}

/** Opens the log of Postgres, rotating a large one. Between starts it grows little, because Postgres logs little. */
export function openLogFile({ baseDir, runAs }: Placement) {
  const path = join(baseDir, 'postgres.log')
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > maxLogBytes) renameSync(path, `${path}.1`)
  closeSync(openSync(path, 'a', 0o600))
  // The unprivileged user needs access to a log that root created.
  giveTo(runAs, path)
  return path
}

async function createCluster(cluster: NewCluster, workshop: string) {
  cluster.log.info(`Making a new database in ${cluster.dir}`)
  // One folder per attempt, so that two processes that start at once do not delete each other's files.
  const attempt = join(workshop, `${process.pid}-${randomBytes(4).toString('hex')}`)
  const password = `${attempt}.password`
  mkdirSync(workshop, { recursive: true, mode: 0o700 })
  giveTo(cluster.runAs, workshop)
  try {
    writeFileSync(password, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
    giveTo(cluster.runAs, password)
    await runInitdb(cluster, attempt, password)
    renameSync(password, join(attempt, passwordFile))
    if (cluster.durable) for (const path of [join(attempt, passwordFile), attempt]) syncToDisk(path)
    renameSync(attempt, cluster.dir)
    if (cluster.durable) syncToDisk(cluster.baseDir)
  } catch (error) {
    // ENOTEMPTY: another process was faster, and its cluster is used. Later, the owner lock lets only one of them run.
    if (!['ENOTEMPTY', 'EEXIST'].includes(readErrorCode(error) ?? '')) throw error
  } finally {
    rmSync(attempt, { recursive: true, force: true })
    rmSync(password, { force: true })
  }
}

async function runInitdb(cluster: NewCluster, dir: string, passwordPath: string) {
  const args = [
    `--pgdata=${dir}`,
    '--username=postgres',
    '--auth=scram-sha-256',
    `--pwfile=${passwordPath}`,
    '--data-checksums',
    '--encoding=UTF8',
  ]
  // The builtin locale sorts the same on every system. A libc locale can change with an update, which breaks indexes.
  args.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--no-instructions')
  if (!cluster.durable) args.push('--no-sync')
  const initdb = join(cluster.nativeDir, 'bin/initdb')
  await runFile(initdb, args, processOptions(cluster.runAs)).catch((error: ExecFileException) => {
    const { stdout, stderr, message } = error
    const output = `${stdout ?? ''}${stderr ?? ''}` || message
    throw new EmbeddedPostgresError(
      'INITDB_FAILED',
      `A new database couldn’t be created in ${cluster.baseDir}; initdb said: ${lastLines(output)}`,
    )
  })
}

/** Deletes unfinished clusters of interrupted starts, but not those of processes that are still running. */
function clearLeftovers(workshop: string) {
  const entry = statSync(workshop, { throwIfNoEntry: false })
  if (entry && !entry.isDirectory()) rmSync(workshop)
  if (!entry?.isDirectory()) return
  for (const name of readdirSync(workshop)) {
    const pid = Number(/^(\d+)-/.exec(name)?.[1])
    if (pid && isAlive(pid)) continue
    try {
      rmSync(join(workshop, name), { recursive: true, force: true })
    } catch {
      // An orphaned initdb may still be writing there. The next start deletes it.
    }
  }
}

function removeEmptyFolder(path: string) {
  try {
    rmdirSync(path)
  } catch {
    // The folder is missing, or another process uses it.
  }
}

function checkVersion(cluster: NewCluster) {
  const made = readIfExists(join(cluster.dir, 'PG_VERSION'))?.trim()
  if (!made || !readIfExists(join(cluster.dir, passwordFile))) {
    throw new EmbeddedPostgresError(
      'DATA_DIR_DAMAGED',
      `The folder ${cluster.dir} isn’t a complete database of this app: move it away and restore a backup, or set DATA_DIR to another folder.`,
    )
  }
  const brought = readFileSync(join(cluster.nativeDir, 'share/postgresql/postgres.bki'), 'utf8')
    .slice(0, 40)
    .match(/PostgreSQL (\d+)/)?.[1]
  if (made !== brought) {
    throw new EmbeddedPostgresError(
      'VERSION_MISMATCH',
      `The database in ${cluster.dir} was created by Postgres ${made}, but this app comes with Postgres ${brought}: make a backup with the app that made it and restore it into a new DATA_DIR.`,
    )
  }
}

function readIfExists(path: string) {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (readErrorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

function syncToDisk(path: string) {
  const file = openSync(path, 'r')
  fsyncSync(file)
  closeSync(file)
}

export function lastLines(output: string) {
  return output.trim().split('\n').slice(-6).join(' | ') || 'nothing'
}
