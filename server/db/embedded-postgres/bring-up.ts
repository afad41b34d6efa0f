import { readFileSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { type Cluster, lastLines } from './cluster.ts'
import { connectAsSuperuser, createAppDatabaseIfMissing, findOwnerPid, tryOwnerLock } from './connection.ts'
import { EmbeddedPostgresError, readErrorCode } from './errors.ts'
import { type Guard, listGuards, startGuard, startWatchingGuard } from './guard.ts'
import { findPostmaster, isPostmasterOf, type Postmaster, stopPostmaster } from './postmaster.ts'
import { waitUntil } from './processes.ts'
import { chooseSocketFolder, makePrivateFolder } from './socket-folder.ts'

export type Running = { postmasterPid: number; socketDir: string; guard: Guard; lock: Client }

/** How long another app process may take to let go (ms), as a restart often overlaps with the old process. */
const patience = 1_500
/** SIGINT, 10 s, SIGQUIT, and the 5 s after which Postgres kills what still hangs. */
const shutdownTime = 20_000
/** The backends of a killed Postgres hold its shared memory for a moment, in which no new one can start. */
const retryTime = 5_000

/**
 * Returns with a Postgres that answers, is ours alone and will end with this process, whatever it finds: none,
 * one whose owner has died, one that is just ending.
 * @param previous set when this process had a Postgres and lost it.
 */
export async function bringUp(cluster: Cluster, previous?: { socketDir: string }): Promise<Running> {
  const startedAt = Date.now()
  for (;;) {
    const postmaster = findPostmaster(cluster.dir)
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

/** Undefined: the situation has changed, look again. */
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
    if (await waitUntil(() => isStoppingNow() || !livingOwner(), patience)) {
      // The guard of a dead owner is about to stop Postgres; if it was killed too, Postgres is an orphan.
      return waitForEnd(cluster, pid, () => hasEnded() || listGuards(cluster.dir).length === 0)
    }
    throw inUse(cluster, livingOwner()?.ownerPid ?? guards[0]?.ownerPid)
  }

  if (!socketDir) return undefined
  const lock = await connectWhileAlive(cluster, socketDir, hasEnded)
  if (lock === 'ended') return undefined
  if (lock === 'no-socket') {
    // Nobody can reach it, nobody owns it, and it holds our rows.
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
  if (await waitUntil(isOver, shutdownTime)) return undefined
  throw new EmbeddedPostgresError(
    'STILL_STOPPING',
    `The database of the previous run (process ${pid}) is still shutting down: wait a minute and start the app again.`,
  )
}

async function launch(cluster: Cluster, socketDir: string, startedAt: number): Promise<Running | undefined> {
  const logStart = statSync(cluster.logFile).size
  // It may have been cleared away since the last start.
  makePrivateFolder(socketDir, cluster.runAs)
  const guard = startGuard(cluster, socketDir)
  try {
    const lock = await connectToLaunched(cluster, socketDir, guard)
    if (typeof lock === 'object') return lock
    guard.release()
    await guard.ended
    if (lock === 'no-socket' || Date.now() - startedAt > retryTime) {
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
  // The answer may have come from a Postgres that another process started at the same moment.
  if (findPostmaster(cluster.dir)?.pid === postmasterPid && (await takeLock(cluster, lock))) {
    return { postmasterPid, socketDir, guard, lock }
  }
  lock.end().catch(() => {})
  return 'ended'
}

/**
 * Ready is what answers. While Postgres says that it is starting (57P03) it repairs its files after a crash, and
 * is waited for as long as it lives; without any answer it gets 20 s.
 */
async function connectWhileAlive(cluster: Cluster, socketDir: string, hasEnded: () => boolean) {
  const startedAt = Date.now()
  let lastAnswer = startedAt
  let nextNotice = startedAt + 10_000
  while (!hasEnded()) {
    try {
      return await connectAsSuperuser(cluster, socketDir)
    } catch (error) {
      const code = readErrorCode(error)
      if (code === '28P01' || code === '28000') throw startFailed(cluster, (error as Error).message)
      if (code === '57P03') lastAnswer = Date.now()
      if (findPostmaster(cluster.dir)?.isStopping) return 'ended'
    }
    const now = Date.now()
    if (now - lastAnswer > 20_000) return 'no-socket'
    if (now > nextNotice) {
      cluster.log.info('Postgres is still starting; it may be repairing its files after a crash')
      nextNotice = now + 10_000
    }
    // Each try leaves a line in the log of Postgres, so a long wait asks less often.
    await sleep(now - startedAt < 3_000 ? 15 : 250)
  }
  return 'ended'
}

/** False: the connection broke. @throws IN_USE when another process keeps the lock. */
async function takeLock(cluster: Cluster, lock: Client) {
  const deadline = Date.now() + patience
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

function startFailed(cluster: Cluster, said: string) {
  return new EmbeddedPostgresError(
    'START_FAILED',
    `The database in ${cluster.dir} didn’t start; see ${cluster.logFile}. Postgres said: ${said}`,
  )
}
