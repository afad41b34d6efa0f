import { existsSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findNativeFolder } from './embedded-postgres/binaries.ts'
import { createClusterIfMissing, openLogFile, readPassword } from './embedded-postgres/cluster.ts'
import { connectionStringOf } from './embedded-postgres/connection.ts'
import { EmbeddedPostgresError, readErrorCode } from './embedded-postgres/errors.ts'
import { choosePlacement, placeElsewhere, systemDirDefault } from './embedded-postgres/placement.ts'
import { findPostmaster, stopPostmaster } from './embedded-postgres/postmaster.ts'
import { listSocketFolders } from './embedded-postgres/socket-folder.ts'
import { type EmbeddedPostgres, superviseCluster } from './embedded-postgres/supervise-cluster.ts'

export { EmbeddedPostgresError, type EmbeddedPostgresErrorCode } from './embedded-postgres/errors.ts'
export { clusterExists } from './embedded-postgres/placement.ts'
export { listProcesses, readCommandLine } from './embedded-postgres/processes.ts'

export type EmbeddedPostgresOptions = {
  /** Absolute path, created if missing */
  dataDir: string
  log: { info(message: string): void; warn(message: string): void }
  /** False turns fsync off. Use it only in tests. */
  durable?: boolean
}

/**
 * Starts the Postgres of `dataDir`, or takes over one that a crashed app process left running, and restarts it after
 * crashes until `stop()`.
 * @throws {EmbeddedPostgresError} with a message that tells the operator what to do
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  if (process.platform === 'win32') {
    throw new EmbeddedPostgresError(
      'UNSUPPORTED_PLATFORM',
      'On Windows the app can’t start its own database. Set DATABASE_URL to the address of a Postgres server.',
    )
  }
  const { dataDir, log, durable = true } = options
  try {
    const placement = choosePlacement(dataDir, log)
    const nativeDir = findNativeFolder(placement, log)
    const dir = join(placement.baseDir, 'postgres')
    const shared = { ...placement, nativeDir, dataDir, dir, durable, log }
    await createClusterIfMissing(shared)
    return await superviseCluster({
      ...shared,
      // Processes are recognized by the folder's real path in their command line.
      dir: realpathSync(dir),
      password: readPassword(dir),
      logFile: openLogFile(placement),
    })
  } catch (error) {
    throw explainFileError(error, dataDir)
  }
}

/**
 * The connection string of the Postgres that a running app has started on `dataDir`, or undefined. For commands that
 * run beside the app.
 */
export function findRunningPostgres({ dataDir, log }: EmbeddedPostgresOptions): string | undefined {
  try {
    const placement = choosePlacement(dataDir, log)
    const dir = join(placement.baseDir, 'postgres')
    if (!existsSync(dir)) return undefined
    const postmaster = findPostmaster(realpathSync(dir))
    if (!postmaster?.socketDir || postmaster.isStopping) return undefined
    return connectionStringOf({ password: readPassword(dir) }, postmaster.socketDir)
  } catch (error) {
    throw explainFileError(error, dataDir)
  }
}

/** Turns a file system error into an error about the data folder. Returns other errors unchanged. */
function explainFileError(error: unknown, dataDir: string) {
  const code = readErrorCode(error)
  if (error instanceof EmbeddedPostgresError || !code || !/^E[A-Z]+$/.test(code)) return error
  const reason = code === 'ENOSPC' ? 'the disk is full' : (error as Error).message
  return new EmbeddedPostgresError(
    'DATA_DIR_UNWRITABLE',
    `The data folder ${dataDir} can’t be written to (${reason}). Make it writable for this user, or name another folder with DATA_DIR.`,
    { cause: error },
  )
}

/** Stops the Postgres of a data folder and deletes the whole folder, wherever its cluster is. */
export async function removeCluster(dataDir: string, systemDir = systemDirDefault): Promise<void> {
  if (!existsSync(dataDir)) return
  const realDir = realpathSync(dataDir)
  for (const baseDir of [placeElsewhere(realDir, systemDir), realDir]) {
    const folder = join(baseDir, 'postgres')
    if (existsSync(folder)) {
      const dir = realpathSync(folder)
      const postmaster = findPostmaster(dir)
      if (postmaster) await stopPostmaster(dir, postmaster.pid)
      for (const socketDir of listSocketFolders(dir, baseDir))
        rmSync(socketDir, { recursive: true, force: true })
    }
    rmSync(baseDir, { recursive: true, force: true, maxRetries: 5 })
  }
}
