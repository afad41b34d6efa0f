import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { broken, type Finding } from './findings.ts'

/** Growth that is more than noise, in times and megabytes */
const growth = { times: 1.7, megabytes: 50 }

/** Compares the resident memory of two processes, in megabytes, after they did the same work. */
export function compareMemory(current: number, next: number): Finding {
  const isBroken = next > growth.times * current && next - current > growth.megabytes
  const text = `takes ${Math.round(next)} MB instead of ${Math.round(current)} MB`
  return { subject: 'memory of the server', differences: isBroken ? [broken(text)] : [] }
}

export function readMemory(pid: number): number {
  const status = `/proc/${pid}/status`
  const kibibytes = existsSync(status)
    ? /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(status, 'utf8'))?.[1]
    : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
  return (Number(kibibytes) * 1024) / 1e6
}
