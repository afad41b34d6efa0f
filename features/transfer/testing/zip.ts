import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, deflateRawSync } from 'node:zlib'
import { ZipFile } from 'yazl'

export type ZipContent = string | Buffer | (() => Readable)
export type FileOfZip = { path: string; content: ZipContent; compress?: boolean }

/** Writes a zip file of any size in bounded memory: each file is asked for when the one before has been written. */
export async function writeZip(
  path: string,
  files: Iterable<FileOfZip> | AsyncIterable<FileOfZip>,
): Promise<void> {
  const zip = new ZipFile()
  const written = pipeline(zip.outputStream, createWriteStream(path))
  for await (const file of files) await addToZip(zip, file)
  zip.end()
  await written
}

/** Resolves when the file's content has been read, so that only one file is open at a time. */
function addToZip(zip: ZipFile, { path, content, compress = true }: FileOfZip): Promise<void> {
  const open = () =>
    typeof content === 'function' ? content() : Readable.from([Buffer.from(content)], { objectMode: false })
  return new Promise((resolve, reject) => {
    zip.addReadStreamLazy(path, { compress }, (callback) => {
      const stream = open()
      stream.once('end', resolve)
      stream.once('error', reject)
      callback(null, stream)
    })
  })
}

/** A file of a zip whose headers can say anything, as hostile archives do */
export type RawFile = {
  name: string | Buffer
  content?: string | Buffer
  /** Size that the headers declare instead of the real one */
  declaredBytes?: number
  compressedBytes?: number
  /** General purpose bits: 1 is encrypted, 0x800 says that the name is UTF-8 */
  flags?: number
  method?: 0 | 8 | 99
  /** Unix mode, such as 0o120777 for a symbolic link */
  mode?: number
  crc?: number
  /** Deflated content, so that a test deflates a large one only once */
  deflated?: Buffer
  /** Uses the content of the file with this index, as overlapping zip bombs do */
  sameContentAs?: number
}

/** Builds a zip byte by byte, as APPNOTE.TXT of PKWARE describes it (sections 4.3.7, 4.3.12, and 4.3.16). */
export function buildRawZip(files: RawFile[], { entryCount = files.length } = {}): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  const offsets: number[] = []
  let at = 0
  for (const file of files) {
    const name = Buffer.from(file.name)
    const content = Buffer.from(file.content ?? '')
    const method = file.method ?? 8
    const data = method === 8 ? (file.deflated ?? deflateRawSync(content)) : content
    const sizes = {
      crc: file.crc ?? crc32(content),
      compressed: file.compressedBytes ?? data.length,
      real: file.declaredBytes ?? content.length,
    }
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    writeCommonFields(local, 4, file, method, sizes, name)
    const offset = file.sameContentAs === undefined ? at : (offsets[file.sameContentAs] ?? 0)
    offsets.push(offset)
    if (file.sameContentAs === undefined) {
      parts.push(local, name, data)
      at += local.length + name.length + data.length
    }
    const central = Buffer.alloc(46)
    central.writeUInt32LE(0x02014b50, 0)
    central.writeUInt16LE((3 << 8) | 20, 4)
    writeCommonFields(central, 6, file, method, sizes, name)
    central.writeUInt32LE(((file.mode ?? 0o100644) << 16) >>> 0, 38)
    central.writeUInt32LE(offset, 42)
    directory.push(central, name)
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entryCount & 0xffff, 8)
  end.writeUInt16LE(entryCount & 0xffff, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, ...directory, end])
}

function writeCommonFields(
  header: Buffer,
  at: number,
  file: RawFile,
  method: number,
  sizes: { crc: number; compressed: number; real: number },
  name: Buffer,
): void {
  header.writeUInt16LE(20, at)
  header.writeUInt16LE(file.flags ?? 0, at + 2)
  header.writeUInt16LE(method, at + 4)
  header.writeUInt32LE(sizes.crc, at + 10)
  header.writeUInt32LE(sizes.compressed, at + 14)
  header.writeUInt32LE(sizes.real, at + 18)
  header.writeUInt16LE(name.length, at + 22)
}
