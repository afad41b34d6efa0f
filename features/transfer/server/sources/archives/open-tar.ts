import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open, rm, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract, type Header } from 'tar-stream'
import { type FileTree, SourceError, type SourceFile } from '../source.ts'
import {
  builtToUnpack,
  createFileList,
  isBomb,
  isClutter,
  tooManyBytes,
  tooManyFiles,
  treeLimits,
} from './file-tree.ts'

/** True if a file that starts like this is a tar (POSIX and GNU; older ones have no sign). */
export const isTar = (start: Buffer) => start.toString('latin1', 257, 262) === 'ustar'

/** Lists the files of a tar. Contents are read when they are opened, and nothing is extracted. */
export async function openTar(path: string): Promise<FileTree> {
  return listFiles(await open(path))
}

/**
 * Unpacks a tar in gzip, of which no part can be read alone, and lists its files. The unpacked tar is beside the archive,
 * without a name, so nothing is left of it when it is closed or when the process ends.
 */
export async function openGzippedTar(path: string): Promise<FileTree> {
  const unpacked = await createNameless(dirname(path))
  try {
    await unpack(path, unpacked)
    const { buffer } = await unpacked.read(Buffer.alloc(512), { position: 0 })
    if (!isTar(buffer))
      throw new SourceError('This is an archive of another kind. Unpack it, and import what is in it.')
  } catch (error) {
    await unpacked.close()
    throw error
  }
  return listFiles(unpacked)
}

async function createNameless(folder: string): Promise<FileHandle> {
  const path = join(folder, `.unpacked-${randomUUID()}`)
  try {
    const file = await open(path, 'wx+', 0o600)
    await rm(path)
    return file
  } catch (cause) {
    throw noRoom(cause)
  }
}

async function unpack(path: string, target: FileHandle): Promise<void> {
  const source = createReadStream(path)
  // The database may be on the same disk.
  const { bavail, bsize } = await statfs(dirname(path))
  const room = (bavail * bsize) / 2
  let bytes = 0
  async function* bound(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      bytes += chunk.length
      if (bytes > treeLimits.bytes) throw tooManyBytes()
      if (bytes > room) throw noRoom()
      // A bomb is seen before all of it is unpacked.
      if (isBomb(bytes, source.bytesRead)) throw builtToUnpack()
      yield chunk
    }
  }
  try {
    await pipeline(source, createGunzip(), bound, (chunks) => target.writeFile(chunks))
  } catch (error) {
    throw error instanceof SourceError || isSystemFault(error) ? error : damaged(error)
  }
}

/** True for a full or broken disk, which is not the archive's fault */
const isSystemFault = (error: unknown) => (error as NodeJS.ErrnoException).syscall !== undefined

async function listFiles(tar: FileHandle): Promise<FileTree> {
  const { add, files, notes } = createFileList()
  let bytes = 0
  const entries = extract()
  const content = tar.createReadStream({ start: 0, autoClose: false })
  const read = pipeline(content, entries)
  read.catch(() => {})
  try {
    for await (const entry of entries) {
      const { header } = entry
      entry.resume()
      const name = header.name.replace(/^(?:\.\/)+/, '').normalize('NFC')
      if (header.type === 'directory' || isClutter(name)) continue
      if (!add(fileInTar(tar, name, header), refuseEntry(header))) continue
      bytes += header.size
      if (bytes > treeLimits.bytes) throw tooManyBytes()
      if (files.size > treeLimits.files) throw tooManyFiles()
    }
    await read
  } catch (error) {
    await tar.close()
    throw error instanceof SourceError ? error : damaged(error)
  }
  return { files, notes: notes.list(), close: () => tar.close() }
}

function refuseEntry({ type, size }: Header): string | undefined {
  if (type !== 'file' && type !== 'contiguous-file') return 'It is a link or another special file.'
  if (size > treeLimits.fileBytes) return 'It is larger than 4 GB.'
  return undefined
}

const fileInTar = (tar: FileHandle, path: string, { size, byteOffset = 0 }: PlacedHeader): SourceFile => ({
  path,
  bytes: size,
  async open() {
    if (size === 0) return Readable.from([])
    return tar.createReadStream({ start: byteOffset, end: byteOffset + size - 1, autoClose: false })
  },
})

/** `byteOffset` is where the content begins. Its types leave it out (tar-stream 3.2.2). */
type PlacedHeader = Header & { byteOffset?: number }

const noRoom = (cause?: unknown) =>
  new SourceError(
    'There is no room beside this archive to unpack it. Unpack it, and import the folder or a zip of it.',
    { cause },
  )

const damaged = (cause: unknown) =>
  new SourceError('This archive is incomplete or damaged. Create it again and copy it completely.', { cause })
