import { rmdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { bringUp, type Running } from './bring-up.ts'
import type { Cluster } from './cluster.ts'
import { connectAsSuperuser, connectionStringOf, tryOwnerLock } from './connection.ts'
import { hasSpaceAgain, isDiskFull, keepReserve, releaseReserve } from './disk-reserve.ts'
import { isPostmasterOf, stopPostmaster } from './postmaster.ts'

export type EmbeddedPostgres = {
  /**
   * Stays the same when Postgres is restarted after a crash. `new URL()` can parse it; its path is the database. The
   * role may create databases but is not a superuser.
   */
  connectionString: string
  /** The folder of the cluster. For a root process it may be below /var/lib/everyday-ai. */
  dataDir: string
  /** Stops Postgres and waits until it has ended. May be called more than once. */
  stop(): Promise<void>
}

const firstDelayMs = 50
const maxDelayMs = 10_000
/** A restart after this uptime has the minimum delay again. */
const stableAfterMs = 60_000
/** Interval of the checks for space while the disk is full */
const spaceCheckMs = 2_000

/**
 * Restarts Postgres whenever it ends, until `stop()`. During a restart the app serves cached pages; its pool
 * reconnects. This is one closure of over 80 lines, because its functions share the state of one running cluster.
 */
export async function superviseCluster(cluster: Cluster): Promise<EmbeddedPostgres> {
  let running = await bringUp(cluster)
  // Not awaited, because writing 48 MB takes a moment on a slow disk.
  let reserving = keepReserve(cluster)
  let waitingForSpace: NodeJS.Timeout | undefined
  const stopRequest = new AbortController()
  let stopping: Promise<void> | undefined
  let repair: Promise<void> | undefined
  let delay = firstDelayMs
  watch(running)

  return {
    connectionString: connectionStringOf(cluster, running.socketDir),
    dataDir: cluster.dir,
    stop() {
      stopping ??= stop()
      return stopping
    },
  }

  /** Recovers if Postgres ends, or if only our connection with the owner lock is cut. */
  function watch(watched: Running) {
    const startedAt = Date.now()
    const onLoss = () => {
      if (stopRequest.signal.aborted || watched !== running || repair) return
      if (Date.now() - startedAt > stableAfterMs) delay = firstDelayMs
      repair = keepTrying().finally(() => {
        repair = undefined
        watch(running)
      })
    }
    watched.guard.ended.then(onLoss)
    watched.lock.once('end', onLoss)
  }

  async function keepTrying() {
    while (!stopRequest.signal.aborted) {
      try {
        await sleep(delay, undefined, { signal: stopRequest.signal })
        delay = Math.min(delay * 2, maxDelayMs)
        running = await recover()
        return
      } catch (error) {
        if (stopRequest.signal.aborted) return
        cluster.log.warn(`Postgres is not back yet. Trying again: ${(error as Error).message}`)
      }
    }
  }

  async function recover(): Promise<Running> {
    const { guard, postmasterPid, socketDir } = running
    if (!guard.hasEnded() && isPostmasterOf(cluster.dir, postmasterPid)) {
      const lock = await connectAsSuperuser(cluster, socketDir)
      if (await tryOwnerLock(lock)) return { ...running, lock }
      await lock.end()
      throw new Error('another process holds its lock')
    }
    cluster.log.warn('Postgres has ended unexpectedly and is started again')
    guard.release()
    await reserving
    const readOnly = isDiskFull(cluster)
    if (readOnly) {
      cluster.log.warn('The disk is full: the database is read-only until there is space again')
      releaseReserve(cluster)
    }
    const recovered = await bringUp({ ...cluster, readOnly }, { socketDir })
    cluster.log.info('Postgres is running again')
    if (readOnly) waitForSpace()
    else reserving = keepReserve(cluster)
    return recovered
  }

  /** Restarts Postgres once there is space, because read-only mode is set when it starts. */
  function waitForSpace() {
    clearInterval(waitingForSpace)
    waitingForSpace = setInterval(() => {
      if (repair || !hasSpaceAgain(cluster)) return
      clearInterval(waitingForSpace)
      cluster.log.info('There is space on the disk again: the database is started for reading and writing')
      delay = firstDelayMs
      void stopPostmaster(cluster.dir, running.postmasterPid)
    }, spaceCheckMs)
    waitingForSpace.unref()
  }

  async function stop() {
    stopRequest.abort()
    clearInterval(waitingForSpace)
    await repair
    await reserving
    const { lock, guard, postmasterPid, socketDir } = running
    await lock.end().catch(() => {})
    await stopPostmaster(cluster.dir, postmasterPid)
    guard.release()
    try {
      rmdirSync(socketDir)
    } catch {
      // The folder is not empty or already gone. The next start uses it again.
    }
  }
}
