import { chown, mkdir, open, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { StartError } from '../../../core/server/start-error.ts'

/** Creates the backup folder if it is missing, readable only by its owner. */
export async function makeFolder(folder: string): Promise<void> {
  try {
    const made = await mkdir(folder, { recursive: true, mode: 0o700 })
    if (made) await giveToOwnerOf(dirname(folder), folder)
  } catch (error) {
    throw explainFolder(folder, error)
  }
}

/** Gives a file to the owner of a folder. If root makes a backup, the app's user must be able to read and delete it. */
export async function giveToOwnerOf(folder: string, path: string): Promise<void> {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = await stat(folder)
  await chown(path, uid, gid)
}

export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Turns a file system error into a message for the operator. */
export function explainFolder(folder: string, error: unknown): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOSPC':
      return new StartError(
        `The disk is full: there’s no space in ${folder}. Free some space, then try again.`,
      )
    case 'ENOENT':
      return new StartError(`The folder ${folder} doesn’t exist. Create it, then try again.`)
    case 'EEXIST':
    case 'ENOTDIR':
      return new StartError(`A file is in the way of the folder ${folder}. Move it away, then try again.`)
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new StartError(
        `The folder ${folder} can’t be written to. Make it writable for the user that the app runs as, then try again.`,
      )
    default:
      return error
  }
}
