import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Debian has servers in /usr/sbin, which is not on the PATH of ordinary users. */
const moreFolders = ['/usr/local/sbin', '/usr/sbin', '/sbin']

/** The path of the first of these programs that is installed */
export function findProgram(...names: string[]): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...moreFolders]
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
