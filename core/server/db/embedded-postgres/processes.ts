import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { readErrorCode } from './errors.ts'

/**
 * Marks a guard. A guard's command line also contains the command of its Postgres, so only this name tells them apart.
 */
export const guardName = 'everyday-ai-postgres-guard'

export type RunningProcess = { pid: number; commandLine: string }

/** True if the process is running, even if it belongs to another user */
export function isAlive(pid: number) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return readErrorCode(error) === 'EPERM'
  }
}

/** Returns undefined if there is no such process, or if it is a zombie. */
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

/** Returns false if the condition did not become true in time. */
export async function waitUntil(condition: () => boolean, timeoutMs: number) {
  const deadline = Date.now() + timeoutMs
  while (!condition()) {
    if (Date.now() > deadline) return false
    await sleep(15)
  }
  return true
}
