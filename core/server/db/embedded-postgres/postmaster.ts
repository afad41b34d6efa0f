import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { readErrorCode } from './errors.ts'
import { guardName, isAlive, readCommandLine, waitUntil } from './processes.ts'

export type Postmaster = { pid: number; socketDir: string | undefined; isStopping: boolean }

/** The process that runs this cluster, or undefined if there is none, even if postmaster.pid exists */
export function findPostmaster(dir: string): Postmaster | undefined {
  // Lines of the file: pid, data folder, start time, port, socket folder, address, shared memory, status.
  const lines = readLockFile(dir)
  const pid = Number.parseInt(lines[0] ?? '', 10)
  if (!pid || !isPostmasterOf(dir, pid)) return undefined
  return { pid, socketDir: lines[4] || undefined, isStopping: lines[7]?.trim() === 'stopping' }
}

/**
 * Returns the pid in postmaster.pid if another program has that pid now, because the machine was switched off and the
 * pid was reused.
 */
export function findRecycledPid(dir: string): number | undefined {
  const pid = Number.parseInt(readLockFile(dir)[0] ?? '', 10)
  const isOther = pid > 0 && isAlive(pid) && readCommandLine(pid) !== undefined && !isPostmasterOf(dir, pid)
  return isOther ? pid : undefined
}

/**
 * True if this cluster accepts connections although no process here runs it: it runs in another container that shares the
 * data folder. Postgres itself would not notice, because it looks for a process and for shared memory, which containers
 * do not share.
 */
export async function runsElsewhere(dir: string): Promise<boolean> {
  const socketDir = readLockFile(dir)[4]
  if (!socketDir) return false
  const isAccepted = await new Promise<boolean>((resolve) => {
    const socket = connect(join(socketDir, '.s.PGSQL.5432'), () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
  // It may have been started here in the meantime.
  return isAccepted && !findPostmaster(dir)
}

/** Compares the command line, because another program may have the pid now. */
export function isPostmasterOf(dir: string, pid: number) {
  const commandLine = readCommandLine(pid) ?? ''
  return commandLine.includes(`/postgres -D ${dir} -c `) && !commandLine.includes(guardName)
}

/**
 * Stops Postgres with a fast shutdown and, after 10 s, an immediate one, which loses no rows but requires a recovery at
 * the next start.
 */
export async function stopPostmaster(dir: string, pid: number) {
  const hasEnded = () => !isPostmasterOf(dir, pid)
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (hasEnded()) return
    try {
      process.kill(pid, signal)
    } catch {
      // Postgres has ended in the meantime.
    }
    await waitUntil(hasEnded, 10_000)
  }
}

function readLockFile(dir: string) {
  try {
    return readFileSync(join(dir, 'postmaster.pid'), 'utf8').split('\n')
  } catch (error) {
    if (readErrorCode(error) === 'ENOENT') return []
    throw error
  }
}
