import { constants, type Stats } from 'node:fs'
import { lstat, open, opendir, realpath } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'
import { type FileTree, SourceError, type SourceFile } from '../source.ts'
import {
  createNoteList,
  isClutter,
  refuseName,
  showName,
  tooManyBytes,
  tooManyFiles,
  treeLimits,
} from './file-tree.ts'

/** Lists the files of a folder and of the folders in it. Links are left out, because they may lead out of the folder. */
export async function openFolder(path: string): Promise<FileTree> {
  const root = await realpath(path)
  const files = new Map<string, SourceFile>()
  const notes = createNoteList()
  let bytes = 0
  const waiting = ['']
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for await (const entry of await opendir(join(root, folder))) {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (isClutter(name)) continue
      const reason = refuseName(name)
      const stats = reason ? undefined : await lstat(join(root, name))
      if (reason) notes.add(reason, name)
      else if (stats?.isDirectory()) waiting.push(name)
      else if (!stats?.isFile()) notes.add('It is a link or another special file.', name)
      else if (stats.size > treeLimits.fileBytes) notes.add('It is larger than 4 GB.', name)
      else {
        bytes += stats.size
        const key = name.normalize('NFC')
        files.set(key, fileInFolder(root, name, key, stats.size))
        if (files.size > treeLimits.files) throw tooManyFiles()
      }
    }
  }
  if (bytes > treeLimits.bytes) throw tooManyBytes()
  // Folders list their files in any order, but an import reads them twice.
  const sorted = new Map([...files].sort(([one], [other]) => (one < other ? -1 : 1)))
  return { files: sorted, notes: notes.list(), close: async () => {} }
}

/** A folder's view of one file that was given alone */
export async function openSingleFile(path: string, name: string, stats: Stats): Promise<SourceFile> {
  const real = await realpath(path)
  return fileInFolder(dirname(real), basename(real), name, stats.size)
}

const fileInFolder = (root: string, name: string, path: string, bytes: number): SourceFile => ({
  path,
  bytes,
  async open() {
    const place = join(root, name)
    // A folder on the way may have become a link after it was listed.
    const folder = await realpath(dirname(place)).catch(() => undefined)
    const isInside = folder === root || folder?.startsWith(root + sep)
    const file = isInside
      ? await open(place, constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => undefined)
      : undefined
    if (!file)
      throw new SourceError(`The file “${showName(path)}” can’t be read. Check that it still exists.`)
    // A file that grows in the meantime is read up to the size that was listed.
    return file.createReadStream({ end: Math.max(0, bytes - 1) })
  },
})
