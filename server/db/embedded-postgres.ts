import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { findNativeFolder } from './embedded-postgres/binaries.ts'
import { createClusterIfMissing, openLogFile, readPassword } from './embedded-postgres/cluster.ts'
import { connectionStringOf } from './embedded-postgres/connection.ts'
import { EmbeddedPostgresError, readErrorCode } from './embedded-postgres/errors.ts'
import { choosePlacement } from './embedded-postgres/placement.ts'
import { findPostmaster } from './embedded-postgres/postmaster.ts'
import { superviseCluster } from './embedded-postgres/supervise-cluster.ts'

export { EmbeddedPostgresError, type EmbeddedPostgresErrorCode } from './embedded-postgres/errors.ts'
export { clusterExists } from './embedded-postgres/placement.ts'

export type EmbeddedPostgres = {
  /**
   * For `pg`; stays the same when Postgres is restarted after a crash. `new URL()` can read it, so another
   * database is reached by changing the path. The role may create databases but is no superuser.
   */
  connectionString: string
  /** Where the cluster really lies: for a root process this can be a folder below /var/lib/everyday-ai. */
  dataDir: string
  /** Waits until Postgres has ended. May be called more than once. */
  stop(): Promise<void>
}

export type EmbeddedPostgresOptions = {
  /** Absolute path. Made when missing. */
  dataDir: string
  log: { info(message: string): void; warn(message: string): void }
  /** False switches fsync off, which only tests should do. */
  durable?: boolean
}

/**
 * Starts (or adopts) the Postgres that keeps its rows in `dataDir` and keeps it running until `stop()`.
 * @throws {EmbeddedPostgresError} with a sentence the person who starts the app can act on.
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
      // Postgres is told the real path, and processes are recognised by it.
      dir: realpathSync(dir),
      password: readPassword(dir),
      logFile: openLogFile(placement),
    })
  } catch (error) {
    throw explainFileError(error, dataDir)
  }
}

/**
 * The connection string of the Postgres that a running app has started on `dataDir`; undefined where none runs.
 * For commands that work beside the app; the app itself keeps Postgres.
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

/** A failed system call on a file means that the folder is not usable; anything else passes unchanged. */
function explainFileError(error: unknown, dataDir: string) {
  const code = readErrorCode(error)
  if (error instanceof EmbeddedPostgresError || !code || !/^E[A-Z]+$/.test(code)) return error
  const words = code === 'ENOSPC' ? 'the disk is full' : (error as Error).message
  return new EmbeddedPostgresError(
    'DATA_DIR_UNWRITABLE',
    `The data folder ${dataDir} can’t be written to (${words}). Make it writable for this user, or name another folder with DATA_DIR.`,
    { cause: error },
  )
}
