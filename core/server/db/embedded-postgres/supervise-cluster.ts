import { rmdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { bringUp, type Running } from './bring-up.ts'
import type { Cluster } from './cluster.ts'
import { connectAsSuperuser, connectionStringOf, tryOwnerLock } from './connection.ts'
import { hasSpaceAgain, isDiskFull, keepReserve, releaseReserve } from './disk-reserve.ts'
import { isPostmasterOf, stopPostmaster } from './postmaster.ts'

const firstDelayMs = 50
const maxDelayMs = 10_000
/** A restart after this uptime has the minimum delay again. */
const stableAfterMs = 60_000
/** Interval of the checks for space while the disk is full */
const spaceCheckMs = 2_000

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

/**
 * Restarts Postgres whenever it ends, until `stop()`. During a restart the app serves cached pages; its pool
 * reconnects.
 */
export async function superviseCluster(cluster: Cluster): Promise<EmbeddedPostgres> {
  const supervisor = new Supervisor(cluster, await bringUp(cluster))
  return {
    connectionString: connectionStringOf(cluster, supervisor.running.socketDir),
    dataDir: cluster.dir,
    stop: () => supervisor.stop(),
  }
}

class Supervisor {
  running: Running
  readonly #cluster: Cluster
  // Not awaited, because writing 48 MB takes a moment on a slow disk.
  #reserving: Promise<void>
  #waitingForSpace: NodeJS.Timeout | undefined
  readonly #stopRequest = new AbortController()
  #stopping: Promise<void> | undefined
  #repair: Promise<void> | undefined
  #delay = firstDelayMs

  constructor(cluster: Cluster, running: Running) {
    this.#cluster = cluster
    this.running = running
    this.#reserving = keepReserve(cluster)
    this.#watch(running)
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stop()
    return this.#stopping
  }

  /** Recovers if Postgres ends, or if only our connection with the owner lock is cut. */
  #watch(watched: Running) {
    const startedAt = Date.now()
    const onLoss = () => {
      if (this.#stopRequest.signal.aborted || watched !== this.running || this.#repair) return
      if (Date.now() - startedAt > stableAfterMs) this.#delay = firstDelayMs
      this.#repair = this.#keepTrying().finally(() => {
        this.#repair = undefined
        this.#watch(this.running)
      })
    }
    watched.guard.ended.then(onLoss)
    watched.lock.once('end', onLoss)
  }

  async #keepTrying() {
    const { signal } = this.#stopRequest
    while (!signal.aborted) {
      try {
        await sleep(this.#delay, undefined, { signal })
        this.#delay = Math.min(this.#delay * 2, maxDelayMs)
        this.running = await this.#recover()
        return
      } catch (error) {
        if (signal.aborted) return
        this.#cluster.log.warn(`Postgres is not back yet. Trying again: ${(error as Error).message}`)
      }
    }
  }

  async #recover(): Promise<Running> {
    const cluster = this.#cluster
    const { guard, postmasterPid, socketDir } = this.running
    if (!guard.hasEnded() && isPostmasterOf(cluster.dir, postmasterPid)) {
      const lock = await connectAsSuperuser(cluster, socketDir)
      if (await tryOwnerLock(lock)) return { ...this.running, lock }
      await lock.end()
      throw new Error('another process holds its lock')
    }
    cluster.log.warn('Postgres has ended unexpectedly and is started again')
    guard.release()
    await this.#reserving
    const readOnly = isDiskFull(cluster)
    if (readOnly) {
      cluster.log.warn('The disk is full: the database is read-only until there is space again')
      releaseReserve(cluster)
    }
    const recovered = await bringUp({ ...cluster, readOnly }, { socketDir })
    cluster.log.info('Postgres is running again')
    if (readOnly) this.#waitForSpace()
    else this.#reserving = keepReserve(cluster)
    return recovered
  }

  /** Restarts Postgres once there is space, because read-only mode is set when it starts. */
  #waitForSpace() {
    clearInterval(this.#waitingForSpace)
    this.#waitingForSpace = setInterval(() => {
      if (this.#repair || !hasSpaceAgain(this.#cluster)) return
      clearInterval(this.#waitingForSpace)
      this.#cluster.log.info(
        'There is space on the disk again: the database is started for reading and writing',
      )
      this.#delay = firstDelayMs
      void stopPostmaster(this.#cluster.dir, this.running.postmasterPid)
    }, spaceCheckMs)
    this.#waitingForSpace.unref()
  }

  async #stop() {
    this.#stopRequest.abort()
    clearInterval(this.#waitingForSpace)
    await this.#repair
    await this.#reserving
    const { lock, guard, postmasterPid, socketDir } = this.running
    await lock.end().catch(() => {})
    await stopPostmaster(this.#cluster.dir, postmasterPid)
    guard.release()
    try {
      rmdirSync(socketDir)
    } catch {
      // The folder is not empty or already gone. The next start uses it again.
    }
  }
}
