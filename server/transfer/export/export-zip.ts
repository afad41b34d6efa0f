import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Files that are compressed already */
const isCompressed = /\.(avif|webp|jpg|png|ico|woff2|pdf)$/

/** Every entry has this time, so that equal content gives equal bytes. */
const entryTime = new Date(2000, 0, 1)

export type FileFacts = { bytes: number; sha256: string }

export type ExportZip = {
  /** The files so far, by their paths */
  files: ReadonlyMap<string, FileFacts>
  /** Adds a file and waits until it is read, so that only one file is in memory. */
  add(path: string, body: string | Uint8Array | AsyncIterable<string | Uint8Array>): Promise<void>
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
      async function* counted() {
        for await (const part of toParts(body)) {
          const chunk = typeof part === 'string' ? Buffer.from(part) : part
          hash.update(chunk)
          bytes += chunk.length
          yield chunk
        }
      }
      const stream = Readable.from(counted(), { objectMode: false })
      const read = new Promise<void>((resolve, reject) => stream.once('end', resolve).once('error', reject))
      zip.addReadStreamLazy(
        path,
        { mtime: entryTime, mode: 0o100600, compress: !isCompressed.test(path), forceDosTimestamp: true },
        (start) => start(null, stream),
      )
      await Promise.race([read, failed])
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

async function* toParts(body: string | Uint8Array | AsyncIterable<string | Uint8Array>) {
  if (typeof body === 'string' || body instanceof Uint8Array) yield body
  else yield* body
}
