import { rmdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EmbeddedPostgres } from '../embedded-postgres.ts'
import { bringUp, type Running } from './bring-up.ts'
import type { Cluster } from './cluster.ts'
import { connectAsSuperuser, connectionStringOf, tryOwnerLock } from './connection.ts'
import { hasSpaceAgain, isDiskFull, keepReserve, releaseReserve } from './disk-reserve.ts'
import { isPostmasterOf, stopPostmaster } from './postmaster.ts'

const firstDelay = 50
const maxDelay = 10_000
/** A Postgres that lived this long (ms) had started well: its next crash is answered at once again. */
const steadyAfter = 60_000
/** Ms between two looks at a disk that was full. */
const spaceCheckInterval = 2_000

/** Keeps Postgres running until `stop()`: the app serves cached pages meanwhile, and its pool connects again. */
export async function superviseCluster(cluster: Cluster): Promise<EmbeddedPostgres> {
  let running = await bringUp(cluster)
  // Nobody waits for it: 48 MB take a slow disk a moment.
  let reserving = keepReserve(cluster)
  let waitingForSpace: NodeJS.Timeout | undefined
  const stopRequest = new AbortController()
  let stopping: Promise<void> | undefined
  let repair: Promise<void> | undefined
  let delay = firstDelay
  watch(running)

  return {
    connectionString: connectionStringOf(cluster, running.socketDir),
    dataDir: cluster.dir,
    stop() {
      stopping ??= stop()
      return stopping
    },
  }

  /** Both ways to lose it: Postgres has ended, or only our connection with the lock was cut. */
  function watch(watched: Running) {
    const startedAt = Date.now()
    const onLoss = () => {
      if (stopRequest.signal.aborted || watched !== running || repair) return
      if (Date.now() - startedAt > steadyAfter) delay = firstDelay
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
        delay = Math.min(delay * 2, maxDelay)
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

  /** The setting that made it read-only is one of its start, so it is started again without it. */
  function waitForSpace() {
    clearInterval(waitingForSpace)
    waitingForSpace = setInterval(() => {
      if (repair || !hasSpaceAgain(cluster)) return
      clearInterval(waitingForSpace)
      cluster.log.info('There is space on the disk again: the database is started for reading and writing')
      delay = firstDelay
      void stopPostmaster(cluster.dir, running.postmasterPid)
    }, spaceCheckInterval)
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
      // The next start uses it again.
    }
  }
}
