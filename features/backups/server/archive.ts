import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import { StartError } from '../../../core/server/start-error.ts'
import { type Checksums, checksums, formatName, type Header, header, headerFile } from './archive-format.ts'

/** Tables are stored in pieces of about this many bytes, so that the memory does not grow with the table. */
const pieceBytes = 1024 * 1024
/** Max bytes of an entry that is read. Our own entries are far smaller; a larger one is refused before it is read. */
const maxEntryBytes = 64 * 1024 * 1024

const headerName = 'backup.json'
const checksumsName = 'checksums.json'
const pieceName = /^tables\/([a-z0-9_]{1,63})\/(\d{6})\.copy$/
/** Pictures, and files to download, which are in the same store */
const mediaName =
  /^media\/([0-9a-f]{32}\/\d{1,5}\.(?:avif|webp|jpg)|files\/[0-9a-f]{32}\/[a-z0-9-]{1,80}\.pdf)$/

export type ArchiveWriter = Awaited<ReturnType<typeof createArchive>>

/** Streams a new archive (tar in gzip) into a file that only this user may read. */
export async function createArchive(file: string, about: Header) {
  const tar = pack()
  const out = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true })
  const written = pipeline(tar, createGzip(), out)
  // Rejects if writing fails, and otherwise never settles, so that it only adds the failure to `Promise.race`.
  const failed = written.then(() => new Promise<never>(() => {}))
  failed.catch(() => {})
  const tally = createTally(about)
  let open: { table: string; piece: number; waiting: Buffer[]; bytes: number } | undefined

  const add = (name: string, bytes: Buffer) =>
    Promise.race([
      failed,
      new Promise<void>((resolve, reject) => {
        const done = (error?: Error | null) => (error ? reject(error) : resolve())
        tar.entry({ name, mode: 0o600, mtime: new Date(about.madeAt) }, bytes, done)
      }),
    ])

  async function flush() {
    if (!open || open.bytes === 0) return
    const bytes = Buffer.concat(open.waiting)
    const number = String(++open.piece).padStart(6, '0')
    Object.assign(open, { waiting: [], bytes: 0 })
    tally.addRows(open.table, bytes)
    await add(`tables/${open.table}/${number}.copy`, bytes)
  }

  await add(headerName, toJson(about))
  return {
    /** Adds rows in the format of `COPY ... TO`. Called once for each chunk of a table. */
    async addRows(table: string, bytes: Buffer) {
      if (open?.table !== table) {
        await flush()
        open = { table, piece: 0, waiting: [], bytes: 0 }
      }
      open.waiting.push(bytes)
      open.bytes += bytes.length
      if (open.bytes >= pieceBytes) await flush()
    },
    /** `name` is the file's key in the media store. */
    async addPicture(name: string, bytes: Buffer) {
      await flush()
      open = undefined
      tally.addPicture(name, bytes)
      await add(`media/${name}`, bytes)
    },
    /** Writes the checksums and waits until the whole file is on the disk. */
    async finish(rest: Pick<Checksums, 'sequences' | 'picturesMissing'>) {
      await flush()
      await add(checksumsName, toJson({ ...tally.close(), ...rest }))
      tar.finalize()
      await written
    },
    /** Stops writing. The caller removes the file. */
    async discard() {
      tar.destroy()
      await written.catch(() => {})
    },
  }
}

export type ArchiveUse = {
  /** Called once, before anything else */
  begin?(about: Header): Promise<void>
  rows?(table: string, bytes: Buffer): Promise<void>
  picture?(name: string, bytes: Buffer): Promise<void>
}

/**
 * Reads a whole archive in constant memory and verifies its checksums. Data passed to `use` is verified only once this
 * function has returned.
 * @throws StartError with a message for the operator
 */
export async function readArchive(
  file: string,
  use: ArchiveUse = {},
): Promise<{ about: Header; sums: Checksums }> {
  let about: Header | undefined
  let sums: Checksums | undefined
  let tally: ReturnType<typeof createTally> | undefined
  let sinceEntry = 0
  let isUsing = false
  /** Waits for a callback of `use`. Its errors are passed on unchanged, because they are not errors of the archive. */
  const waitForUse = async (done: Promise<void> | undefined) => {
    isUsing = true
    await done
    isUsing = false
  }
  /** Bounds the memory of the tar reader: a few bytes of gzip can expand to a header of gigabytes. */
  async function* bounded(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      sinceEntry += chunk.length
      if (sinceEntry > 2 * maxEntryBytes) throw hasBegun() ? damaged(file) : foreign(file)
      yield chunk
    }
  }
  const hasBegun = () => about !== undefined
  const entries = extract()
  const unpacked = pipeline(createReadStream(file), createGunzip(), bounded, entries)
  unpacked.catch(() => {})
  try {
    for await (const entry of entries) {
      sinceEntry = 0
      const { name, size = 0, type } = entry.header
      if (sums || type !== 'file' || size > maxEntryBytes) throw hasBegun() ? damaged(file) : foreign(file)
      const bytes = await buffer(entry)
      if (!about || !tally) {
        about = readHeader(file, name, bytes)
        tally = createTally(about)
        await waitForUse(use.begin?.(about))
        continue
      }
      const [, table, piece] = pieceName.exec(name) ?? []
      const [, picture] = mediaName.exec(name) ?? []
      if (name === checksumsName) sums = checksums.parse(JSON.parse(bytes.toString()))
      else if (table && tally.addRows(table, bytes) === Number(piece))
        await waitForUse(use.rows?.(table, bytes))
      else if (picture) {
        tally.addPicture(picture, bytes)
        await waitForUse(use.picture?.(picture, bytes))
      } else throw damaged(file)
    }
    await unpacked
    if (!about) throw foreign(file)
  } catch (error) {
    throw isUsing ? error : explain(file, error, hasBegun())
  }
  const counted = tally?.close()
  if (!sums || !isDeepStrictEqual(counted, { tables: sums.tables, pictures: sums.pictures }))
    throw damaged(file)
  return { about, sums }
}

/** Reads the header of an archive only, without verifying the rest. */
export async function readArchiveHeader(file: string): Promise<Header> {
  const { promise, resolve, reject } = Promise.withResolvers<Header>()
  const enough = new Error('the header was read')
  await readArchive(file, {
    async begin(about) {
      resolve(about)
      throw enough
    },
  }).catch(reject)
  return promise
}

function readHeader(file: string, name: string, bytes: Buffer): Header {
  if (name !== headerName) throw foreign(file)
  const claimed = headerFile.safeParse(JSON.parse(bytes.toString()))
  if (!claimed.success || claimed.data.format !== formatName) throw foreign(file)
  const known = header.safeParse(claimed.data)
  if (!known.success)
    throw new StartError(
      `The backup ${file} was made by a newer version of this app. Update the app, then restore it.`,
    )
  return known.data
}

/** Counts and hashes rows and pictures, for writing and for verifying. */
function createTally({ tables }: Header) {
  const parts = new Map<string, { rows: number; pieces: number; hash: Hash }>(
    tables.map(({ name }) => [name, { rows: 0, pieces: 0, hash: createHash('sha256') }]),
  )
  const pictures = { files: 0, hash: createHash('sha256') }
  return {
    /** Returns the number of the piece, from 1, or undefined for a table that is not in the header. */
    addRows(table: string, bytes: Buffer): number | undefined {
      const part = parts.get(table)
      if (!part) return undefined
      part.hash.update(bytes)
      // COPY escapes line breaks within values.
      for (let index = bytes.indexOf(10); index >= 0; index = bytes.indexOf(10, index + 1)) part.rows++
      part.pieces++
      return part.pieces
    },
    addPicture(name: string, bytes: Buffer) {
      pictures.files++
      pictures.hash.update(`${name} ${bytes.length}\n`).update(bytes)
    },
    close: (): Pick<Checksums, 'tables' | 'pictures'> => ({
      tables: Object.fromEntries(
        [...parts].map(([name, { rows, hash }]) => [name, { rows, sha256: hexOf(hash) }]),
      ),
      pictures: { files: pictures.files, sha256: hexOf(pictures.hash) },
    }),
  }
}

const hexOf = (hash: Hash) => hash.digest('hex')
const toJson = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`)

/** Turns an error while reading an archive into a message for the operator. */
function explain(file: string, error: unknown, hasBegun: boolean): unknown {
  if (error instanceof StartError) return error
  const { code = '', syscall } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' && syscall) return new StartError(`The file ${file} doesn’t exist. Check its name.`)
  if (code === 'EISDIR') return new StartError(`${file} is a folder. Choose one backup in it.`)
  if (syscall)
    return new StartError(`The file ${file} can’t be read (${code}). Make it readable for your user.`)
  // The rest are errors of zlib, tar, and JSON about invalid bytes.
  return hasBegun ? damaged(file) : foreign(file)
}

const damaged = (file: string) =>
  new StartError(`The backup ${file} is damaged or incomplete. Nothing was changed. Use another backup.`)
const foreign = (file: string) =>
  new StartError(`${file} is not a backup of this app. Nothing was changed. Name a file that it has made.`)
