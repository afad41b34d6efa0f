import { type Readable, Transform } from 'node:stream'
import { crc32 } from 'node:zlib'
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from 'yauzl'
import { type FileTree, SourceError, type SourceFile } from '../source.ts'
import {
  builtToUnpack,
  createFileList,
  isBomb,
  isClutter,
  showName,
  tooManyBytes,
  tooManyFiles,
  treeLimits,
} from './file-tree.ts'

/** Deflate cannot make data smaller than this. */
const maxRatio = 1032

/** Reads the directory of a zip file. Contents are read when they are opened, and nothing is extracted. */
export async function openZip(path: string): Promise<FileTree> {
  // Names and sizes are checked here, because the library would end with the first bad one.
  const options = { autoClose: false, decodeStrings: false, validateEntrySizes: false }
  const zip = await openPromise(path, options).catch((error) => {
    throw damaged(error)
  })
  try {
    if (zip.entryCount > treeLimits.files) throw tooManyFiles()
    return await readDirectory(zip)
  } catch (error) {
    zip.close()
    throw error
  }
}

async function readDirectory(zip: ZipFile): Promise<FileTree> {
  const { add, files, notes } = createFileList()
  const total = { real: 0, compressed: 0 }
  for (const entry of await readEntries(zip)) {
    if (entry.name.endsWith('/') || isClutter(entry.name)) continue
    if (!add(zippedFile(zip, entry), refuseEntry(entry))) continue
    total.real += entry.bytes
    total.compressed += entry.compressedBytes
  }
  if (total.real > treeLimits.bytes) throw tooManyBytes()
  if (total.compressed > zip.fileSize || isBomb(total.real, zip.fileSize)) throw builtToUnpack()
  return { files, notes: notes.list(), close: async () => zip.close() }
}

async function readEntries(zip: ZipFile): Promise<Described[]> {
  const entries: Described[] = []
  try {
    for await (const entry of zip.eachEntry()) entries.push(describeEntry(entry))
    return entries
  } catch (error) {
    throw error instanceof SourceError ? error : damaged(error)
  }
}

type Described = ReturnType<typeof describeEntry>

function describeEntry(entry: Entry) {
  if (entry.isEncrypted())
    throw new SourceError('This zip file has a password. Create it again without a password.')
  return {
    name: readName(entry),
    bytes: entry.uncompressedSize,
    compressedBytes: entry.compressedSize,
    offset: entry.relativeOffsetOfLocalHeader,
    method: entry.compressionMethod,
    crc: entry.crc32,
    unixMode: entry.externalFileAttributes >>> 16,
  }
}

/** Many programs write UTF-8 without saying so. Names are compared in one Unicode form, as macOS writes another one. */
function readName(entry: Entry): string {
  const isMarked = (entry.generalPurposeBitFlag & 0x800) !== 0
  if (!isMarked)
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(entry.fileNameRaw).normalize('NFC')
    } catch {
      // The name is in the encoding of MS-DOS, which is the default of the format.
    }
  return getFileNameLowLevel(
    entry.generalPurposeBitFlag,
    entry.fileNameRaw,
    entry.extraFields,
    true,
  ).normalize('NFC')
}

const fileType = 0o170000
const regularFile = 0o100000

function refuseEntry({ bytes, compressedBytes, method, unixMode }: Described): string | undefined {
  const type = unixMode & fileType
  if (type !== 0 && type !== regularFile) return 'It is a link or another special file.'
  if (method !== 0 && method !== 8)
    return 'It is compressed in an unusual way. Create the zip again with the program of your computer.'
  if (bytes > treeLimits.fileBytes) return 'It is larger than 4 GB.'
  if (method === 0 ? bytes !== compressedBytes : bytes > compressedBytes * maxRatio)
    return 'Its size in the archive is impossible.'
  return undefined
}

const zippedFile = (zip: ZipFile, entry: Described): SourceFile => ({
  path: entry.name,
  bytes: entry.bytes,
  async open() {
    const fail = (cause: unknown) =>
      new SourceError(
        `The file “${showName(entry.name)}” is damaged. Create the zip again and copy it completely.`,
        { cause },
      )
    try {
      const raw = await openRaw(zip, entry)
      const checked = checkContent(entry, fail)
      raw.on('error', (error) => checked.destroy(fail(error)))
      checked.on('close', () => raw.destroy())
      return raw.pipe(checked)
    } catch (error) {
      throw fail(error)
    }
  },
})

async function openRaw(
  zip: ZipFile,
  { offset, compressedBytes: bytes, method }: Described,
): Promise<Readable> {
  // The library reads only these two members for a minimal header.
  const place = { relativeOffsetOfLocalHeader: offset, compressedSize: bytes } as Entry
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(place, { minimal: true })
  // Its own function with a promise opens another stream (yauzl 3.4.0).
  return new Promise((resolve, reject) => {
    zip.openReadStreamLowLevel(fileDataStart, bytes, 0, bytes, method === 8, null, (error, stream) =>
      error ? reject(error) : resolve(stream),
    )
  })
}

/** Passes on bytes until there are more than declared. At the end, size and checksum must be right. */
function checkContent({ bytes, crc }: Described, fail: (cause: unknown) => Error): Transform {
  let length = 0
  let checksum = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      length += chunk.length
      checksum = crc32(chunk, checksum)
      if (length > bytes) callback(fail('more bytes than declared'))
      else callback(null, chunk)
    },
    flush(callback) {
      if (length !== bytes || checksum !== crc) callback(fail('another size or checksum than declared'))
      else callback()
    },
  })
}

const damaged = (cause: unknown) =>
  new SourceError(
    'This zip file is incomplete, damaged, or has a password. Create it again and copy it completely.',
    { cause },
  )
