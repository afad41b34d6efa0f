import { readFileSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { type Cluster, lastLines } from './cluster.ts'
import { connectAsSuperuser, createAppDatabaseIfMissing, findOwnerPid, tryOwnerLock } from './connection.ts'
import { EmbeddedPostgresError, readErrorCode } from './errors.ts'
import { type Guard, listGuards, startGuard, startWatchingGuard } from './guard.ts'
import {
  findPostmaster,
  isPostmasterOf,
  type Postmaster,
  runsElsewhere,
  stopPostmaster,
} from './postmaster.ts'
import { waitUntil } from './processes.ts'
import { chooseSocketFolder, makePrivateFolder } from './socket-folder.ts'

export type Running = { postmasterPid: number; socketDir: string; guard: Guard; lock: Client }

/** Ms to wait for another app process to release the cluster, because a restart often overlaps with the old process */
const ownerTimeoutMs = 1_500
/** Ms to wait for a Postgres to end: SIGINT, 10 s, SIGQUIT, and the 5 s after which it kills hanging backends */
const shutdownTimeoutMs = 20_000
/**
 * Ms to retry a launch. The backends of a killed Postgres keep its shared memory for a moment, which blocks a new one.
 */
const launchRetryMs = 5_000

/**
 * Starts Postgres, or takes over one whose app process has died; waits for one that is shutting down. The returned
 * Postgres accepts connections, is locked by this process, and ends with this process.
 * @param previous set if this process had a Postgres and lost it
 */
export async function bringUp(cluster: Cluster, previous?: { socketDir: string }): Promise<Running> {
  const startedAt = Date.now()
  for (;;) {
    const postmaster = findPostmaster(cluster.dir)
    if (!postmaster && (await runsElsewhere(cluster.dir))) throw inUseElsewhere(cluster)
    const running = postmaster
      ? await takeOver(cluster, postmaster, previous !== undefined)
      : await launch(cluster, previous?.socketDir ?? chooseSocketFolder(cluster), startedAt)
    if (!running) {
      await sleep(15)
      continue
    }
    try {
      await createAppDatabaseIfMissing(running.lock, cluster.password)
      return running
    } catch (error) {
      running.guard.release()
      throw startFailed(cluster, (error as Error).message)
    }
  }
}

/** Takes over a running Postgres. Returns undefined if its state has changed, so that the caller looks again. */
async function takeOver(
  cluster: Cluster,
  { pid, socketDir, isStopping }: Postmaster,
  isOurOwn: boolean,
): Promise<Running | undefined> {
  const hasEnded = () => !isPostmasterOf(cluster.dir, pid)
  if (isStopping) return waitForEnd(cluster, pid, hasEnded)

  const guards = listGuards(cluster.dir)
  if (guards.length > 0) {
    const livingOwner = () =>
      listGuards(cluster.dir).find((guard) => {
        return guard.isOwnerAlive && !(isOurOwn && guard.ownerPid === process.pid)
      })
    const isStoppingNow = () => findPostmaster(cluster.dir)?.isStopping !== false
    if (await waitUntil(() => isStoppingNow() || !livingOwner(), ownerTimeoutMs)) {
      // The guard of a dead owner is about to stop Postgres. If the guard was killed, too, Postgres is an orphan.
      return waitForEnd(cluster, pid, () => hasEnded() || listGuards(cluster.dir).length === 0)
    }
    throw inUse(cluster, livingOwner()?.ownerPid ?? guards[0]?.ownerPid)
  }

  if (!socketDir) return undefined
  const lock = await connectWhileAlive(cluster, socketDir, hasEnded)
  if (lock === 'ended') return undefined
  if (lock === 'no-socket') {
    // This Postgres is unreachable and has no owner, but it keeps our data locked, so it must be restarted.
    cluster.log.warn(
      `The Postgres of an earlier run (process ${pid}) can’t be reached and is being started again`,
    )
    await stopPostmaster(cluster.dir, pid)
    return waitForEnd(cluster, pid, hasEnded)
  }
  if (!(await takeLock(cluster, lock))) return undefined
  cluster.log.info(`Going on with the Postgres of an earlier run (process ${pid})`)
  return { postmasterPid: pid, socketDir, guard: startWatchingGuard(cluster, pid), lock }
}

async function waitForEnd(cluster: Cluster, pid: number, isOver: () => boolean) {
  if (isOver()) return undefined
  cluster.log.info(`Waiting for the Postgres of the previous run (process ${pid}) to end`)
  if (await waitUntil(isOver, shutdownTimeoutMs)) return undefined
  throw new EmbeddedPostgresError(
    'STILL_STOPPING',
    `The database of the previous run (process ${pid}) is still shutting down: wait a minute and start the app again.`,
  )
}

/** Starts Postgres. Returns undefined if the launch failed but is worth another try. */
async function launch(cluster: Cluster, socketDir: string, startedAt: number): Promise<Running | undefined> {
  const logStart = statSync(cluster.logFile).size
  // The system may have cleaned up temporary folders since the last start.
  makePrivateFolder(socketDir, cluster.runAs)
  const guard = startGuard(cluster, socketDir)
  try {
    const lock = await connectToLaunched(cluster, socketDir, guard)
    if (typeof lock === 'object') return lock
    guard.release()
    await guard.ended
    if (lock === 'no-socket' || Date.now() - startedAt > launchRetryMs) {
      throw startFailed(cluster, lastLines(readFileSync(cluster.logFile).subarray(logStart).toString()))
    }
  } catch (error) {
    guard.release()
    throw error
  }
  await sleep(100)
  return undefined
}

async function connectToLaunched(cluster: Cluster, socketDir: string, guard: Guard) {
  const postmasterPid = await guard.postmasterPid
  if (!postmasterPid) return 'ended'
  const lock = await connectWhileAlive(cluster, socketDir, guard.hasEnded)
  if (typeof lock === 'string') return lock
  // Another process may have started Postgres at the same moment, and this may be a connection to that one.
  if (findPostmaster(cluster.dir)?.pid === postmasterPid && (await takeLock(cluster, lock))) {
    return { postmasterPid, socketDir, guard, lock }
  }
  lock.end().catch(() => {})
  return 'ended'
}

/**
 * Connects as soon as Postgres accepts connections. While Postgres reports that it is starting up (57P03), it may be
 * recovering from a crash, so there is no timeout. Without any response, the timeout is 20 s.
 */
async function connectWhileAlive(cluster: Cluster, socketDir: string, hasEnded: () => boolean) {
  const startedAt = Date.now()
  let lastResponse = startedAt
  let nextNotice = startedAt + 10_000
  while (!hasEnded()) {
    try {
      return await connectAsSuperuser(cluster, socketDir)
    } catch (error) {
      const code = readErrorCode(error)
      if (code === '28P01' || code === '28000') throw startFailed(cluster, (error as Error).message)
      if (code === '57P03') lastResponse = Date.now()
      if (findPostmaster(cluster.dir)?.isStopping) return 'ended'
    }
    const now = Date.now()
    if (now - lastResponse > 20_000) return 'no-socket'
    if (now > nextNotice) {
      cluster.log.info('Postgres is still starting; it may be repairing its files after a crash')
      nextNotice = now + 10_000
    }
    // Each attempt adds a line to the log of Postgres, so a long wait polls less often.
    await sleep(now - startedAt < 3_000 ? 15 : 250)
  }
  return 'ended'
}

/** Returns false if the connection broke. @throws IN_USE if another process keeps the lock */
async function takeLock(cluster: Cluster, lock: Client) {
  const deadline = Date.now() + ownerTimeoutMs
  try {
    while (!(await tryOwnerLock(lock))) {
      if (Date.now() > deadline) throw inUse(cluster, await findOwnerPid(lock))
      await sleep(25)
    }
    return true
  } catch (error) {
    lock.end().catch(() => {})
    if (error instanceof EmbeddedPostgresError) throw error
    return false
  }
}

function inUse(cluster: Cluster, holderPid: number | undefined) {
  return new EmbeddedPostgresError(
    'IN_USE',
    `The data folder ${cluster.dataDir} is in use by another running copy of this app (process ${holderPid ?? 'unknown'}): stop that one first, or set DATA_DIR to another folder.`,
    { holderPid },
  )
}

function inUseElsewhere(cluster: Cluster) {
  return new EmbeddedPostgresError(
    'IN_USE',
    `The data folder ${cluster.dataDir} is in use by this app in another container: stop that one first, or run commands in it (docker compose exec site ...).`,
  )
}

function startFailed(cluster: Cluster, output: string) {
  return new EmbeddedPostgresError(
    'START_FAILED',
    `The database in ${cluster.dir} didn’t start; see ${cluster.logFile}. Postgres said: ${output}`,
  )
}
