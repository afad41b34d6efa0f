import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'

/** Files that are compressed already */
const isCompressed = /\.(avif|webp|jpg|png|ico|woff2|pdf)$/

/** Every entry has this time, so that equal content gives equal bytes. */
const entryTime = new Date(2000, 0, 1)

type Body = string | Uint8Array | AsyncIterable<string | Uint8Array>

export type FileFacts = { bytes: number; sha256: string }

export type ExportZip = {
  /** The files so far, by their paths */
  files: ReadonlyMap<string, FileFacts>
  /** Adds a file and waits until it is read, so that only one file is in memory. */
  add(path: string, body: Body): Promise<void>
  /** Waits until the whole zip is on the disk. */
  finish(): Promise<void>
  /** Stops writing. The caller removes the file. */
  discard(): Promise<void>
}

/** Stores the bytes of a zip. It must not begin to read more than it can store. */
export type WriteBytes = (chunks: AsyncIterable<Buffer>) => Promise<void>

/** Writes into a new file that only this user may read. */
export const toFile =
  (file: string): WriteBytes =>
  (chunks) =>
    pipeline(chunks, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }))

/** Streams a new zip. */
export async function createExportZip(write: WriteBytes): Promise<ExportZip> {
  // Loaded on demand, because it is needed only now and then.
  const { ZipFile } = await import('yazl')
  const zip = new ZipFile()
  // The types know only a part of this stream.
  const output = zip.outputStream as Readable
  const written = write(output)
  // Rejects if writing fails, and otherwise never settles, so that it only adds the failure to `Promise.race`.
  const failed = written.then(() => new Promise<never>(() => {}))
  failed.catch(() => {})
  const files = new Map<string, FileFacts>()
  return {
    files,
    async add(path, body) {
      if (files.has(path)) throw new Error(`the export has two files called ${path}`)
      const hash = createHash('sha256')
      let bytes = 0
      // The zip keeps its entries until the end, and with them this function, but not the stream.
      let stream: Readable | undefined = readParts(body, (chunk) => {
        hash.update(chunk)
        bytes += chunk.length
      })
      zip.addReadStreamLazy(
        path,
        { mtime: entryTime, mode: 0o100600, compress: !isCompressed.test(path), forceDosTimestamp: true },
        (start) => stream && start(null, stream),
      )
      keepOnlyName(zip)
      await Promise.race([finished(stream), failed])
      stream = undefined
      files.set(path, { bytes, sha256: hash.digest('hex') })
    },
    async finish() {
      zip.end()
      await written
    },
    async discard() {
      output.destroy()
      await written.catch(() => {})
    },
  }
}

/**
 * Moves the name of the last entry out of Node's pool. The zip keeps all names until the end, and a name of a few bytes
 * would keep 64 KB of the pool.
 */
function keepOnlyName(zip: object): void {
  // The types do not know the entries.
  const entry = (zip as { entries: { utf8FileName: Buffer }[] }).entries.at(-1)
  if (!entry) return
  const name = Buffer.alloc(entry.utf8FileName.length)
  entry.utf8FileName.copy(name)
  entry.utf8FileName = name
}

function readParts(body: Body, onChunk: (chunk: Uint8Array) => void): Readable {
  async function* read() {
    for await (const part of typeof body === 'string' || body instanceof Uint8Array ? [body] : body) {
      const chunk = typeof part === 'string' ? Buffer.from(part) : part
      onChunk(chunk)
      yield chunk
    }
  }
  return Readable.from(read(), { objectMode: false })
}
