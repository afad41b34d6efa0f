import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { readErrorCode } from './errors.ts'

/** Marks the command line of a guard, which also holds the whole command of its Postgres. */
export const guardName = 'everyday-ai-postgres-guard'

export type RunningProcess = { pid: number; commandLine: string }

/** True for a process of another user as well. */
export function isAlive(pid: number) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return readErrorCode(error) === 'EPERM'
  }
}

/** Undefined when there is no such process, or when it has ended and only waits to be reaped. */
export function readCommandLine(pid: number): string | undefined {
  try {
    const text =
      process.platform === 'linux'
        ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        : execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
    return text.trim() || undefined
  } catch {
    return undefined
  }
}

export function listProcesses(): RunningProcess[] {
  if (process.platform === 'linux') {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => ({ pid: Number(name), commandLine: readCommandLine(Number(name)) ?? '' }))
  }
  const lines = execFileSync('ps', ['-axww', '-o', 'pid=,command='], { encoding: 'utf8' }).split('\n')
  return lines.map((line) => ({
    pid: Number.parseInt(line, 10),
    commandLine: line.trim().replace(/^\d+\s+/, ''),
  }))
}

/** False when the condition did not come true in time (ms). */
export async function waitUntil(condition: () => boolean, timeout: number) {
  const deadline = Date.now() + timeout
  while (!condition()) {
    if (Date.now() > deadline) return false
    await sleep(15)
  }
  return true
}
