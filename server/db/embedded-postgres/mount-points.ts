import { existsSync, readFileSync } from 'node:fs'

/** Linux lists the mounted file systems here, seen from the root folder of this process. */
const mountList = '/proc/self/mountinfo'

/** True if something is mounted on this folder, such as a container's volume. Only Linux can tell. */
export function isMountPoint(realDir: string): boolean {
  if (!existsSync(mountList)) return false
  return readFileSync(mountList, 'utf8')
    .split('\n')
    .some((line) => decodePath(line.split(' ')[4] ?? '') === realDir)
}

/** Spaces, tabs, line breaks, and backslashes of a path are listed as octal numbers, such as `\040`. */
const decodePath = (listed: string) =>
  listed.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)))
