import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

export type ContainerProcess = { pid: number; uid: number; args: string[] }

/** The processes whose root is this file system, in whatever namespace they are. */
export function listContainerProcesses(mount: string): ContainerProcess[] {
  const mark = 'app/package.json'
  const wanted = statSync(join(mount, mark))
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const { dev, ino } = statSync(`/proc/${pid}/root/${mark}`)
        if (dev !== wanted.dev || ino !== wanted.ino) return []
        const uid = Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
        const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean)
        return args.length > 0 ? [{ pid: Number(pid), uid, args }] : []
      } catch {
        // Another root, or a process that has ended.
        return []
      }
    })
}
