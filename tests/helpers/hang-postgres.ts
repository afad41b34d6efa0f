import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Suspends a Postgres until the test ends: its connections stay open, but it does not respond. */
export function hangPostgres(dataDir: string): void {
  const processes = findServerProcesses(dataDir)
  if (processes.length < 4) throw new Error(`Postgres in ${dataDir} has only ${processes.length} processes`)
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
    for (const pid of processes) process.kill(pid, name)
  }
  onTestFinished(() => signal('SIGCONT'))
  signal('SIGSTOP')
}

/** The ids of the postmaster and its child processes, which include one for each connection */
function findServerProcesses(dataDir: string): number[] {
  const postmaster = Number.parseInt(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8'), 10)
  return execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter((ids) => ids.includes(postmaster))
    .map(([pid = 0]) => pid)
}
