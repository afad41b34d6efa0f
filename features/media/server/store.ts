import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { RequestProblem } from '../../../core/server/errors.ts'
import type { MediaPlace, S3Place } from '../../../core/server/media-location.ts'

/**
 * The storage of picture files; `isRemote` if it is reached over a network. Writing to it is `refused` where nothing may
 * change, and `skipped` in a dry run.
 */
export type MediaStore = { disk: Disk; isRemote: boolean; writing: 'allowed' | 'refused' | 'skipped' }

/** Best first: a browser gets the first format that it accepts. */
export const formats = [
  { extension: 'avif', type: 'image/avif' },
  { extension: 'webp', type: 'image/webp' },
  { extension: 'jpg', type: 'image/jpeg' },
] as const
export type Format = (typeof formats)[number]

/** Opens the store. Nothing is written, and no service is contacted, before the first picture. */
export async function openMediaStore(place: MediaPlace, { isReadOnly = false } = {}): Promise<MediaStore> {
  const writing = isReadOnly ? 'refused' : 'allowed'
  if (place.kind === 's3') return { disk: await openS3(place), isRemote: true, writing }
  const disk = new Disk(new FSDriver({ location: place.folder, visibility: 'private' }))
  return { disk, isRemote: false, writing }
}

/** Runs `write` unless nothing may be written. */
async function writeTo(store: MediaStore, write: () => Promise<void>): Promise<void> {
  if (store.writing === 'skipped') return
  if (store.writing === 'refused')
    throw new RequestProblem('unavailable', { detail: 'Images and files can’t be changed here.' })
  await explainOutage(store, write)
}

/** Ms to connect, for a whole response, and between two chunks of it */
const s3Timeouts = { connectionTimeout: 3000, requestTimeout: 60_000, socketTimeout: 5000 }

/** Loads the S3 client only when needed: it is large, and most installations use a disk. */
async function openS3({ endpoint, region, bucket, accessKeyId, secretAccessKey }: S3Place): Promise<Disk> {
  const { S3Driver } = await import('flydrive/drivers/s3')
  return new Disk(
    new S3Driver({
      credentials: { accessKeyId, secretAccessKey },
      endpoint,
      region,
      bucket,
      visibility: 'private',
      supportsACL: false,
      // `host/bucket/key` works everywhere, `bucket.host/key` does not.
      forcePathStyle: true,
      maxAttempts: 2,
      // Many services other than Amazon's don't know the newer checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { ...s3Timeouts, throwOnRequestTimeout: true },
    }),
  )
}

/** Stores a folder of files named `{width}.{extension}` under the picture's name. */
export function storeFiles(store: MediaStore, name: string, folder: string): Promise<void> {
  return writeTo(store, async () => {
    // Uploads whole files instead of streams, so that a request can be retried.
    for (const file of await readdir(folder))
      await store.disk.put(`${name}/${file}`, await readFile(join(folder, file)))
  })
}

/** Reads every file of a picture, one by one; none if the picture is gone. */
export async function* listFiles(store: MediaStore, name: string) {
  try {
    for (const key of await listKeys(store, name))
      yield { key, bytes: Buffer.from(await explainOutage(store, () => store.disk.getBytes(key))) }
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}

async function listKeys(store: MediaStore, name: string): Promise<string[]> {
  const endings = formats.map(({ extension }) => extension).join('|')
  const isOurs = new RegExp(`^${name}/\\d+\\.(${endings})$`)
  const { objects } = await explainOutage(store, () => store.disk.listAll(name, { recursive: true }))
  const keys = [...objects].map((file) => ('key' in file ? file.key : ''))
  return keys.filter((key) => isOurs.test(key)).sort()
}

export function hasFile(store: MediaStore, key: string): Promise<boolean> {
  return explainOutage(store, () => store.disk.exists(key))
}

export function storeFile(store: MediaStore, key: string, bytes: Buffer): Promise<void> {
  return writeTo(store, () => store.disk.put(key, bytes))
}

export function openFile(store: MediaStore, key: string): Promise<Readable> {
  return explainOutage(store, () => store.disk.getStream(key))
}

export function deleteFile(store: MediaStore, key: string): Promise<void> {
  return writeTo(store, () => store.disk.delete(key))
}

export function deleteFiles(store: MediaStore, name: string): Promise<void> {
  return writeTo(store, async () => {
    await store.disk.deleteAll(name)
    if (!store.isRemote) return
    // A service reports success even if it has refused to delete some files.
    const left = await store.disk.listAll(name, { recursive: true })
    if ([...left.objects].length > 0) throw new Error('files are left in the media store')
  })
}

export async function findStoredFile(store: MediaStore, key: string) {
  const found = await explainOutage(store, () =>
    store.disk.getMetaData(key).catch((error: unknown) => {
      if (isMissing(error)) return undefined
      throw error
    }),
  )
  return found && { bytes: found.contentLength, open: () => openFile(store, key) }
}

/** Reads a whole file. Returns undefined if it is gone. */
export async function readStoredFile(store: MediaStore, key: string): Promise<Buffer | undefined> {
  try {
    return Buffer.from(await explainOutage(store, () => store.disk.getBytes(key)))
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** Reads one size of a picture as WebP, which keeps transparency. Returns undefined if it is gone. */
export const readPictureFile = (store: MediaStore, name: string, width: number) =>
  readStoredFile(store, `${name}/${width}.webp`)

function isMissing(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && current.code === 'ENOENT') return true
    const { $metadata } = current as { $metadata?: { httpStatusCode?: number } }
    if ($metadata?.httpStatusCode === 404) return true
  }
  return false
}

/** Turns a failure of a remote store into a problem that asks the user to try again. */
async function explainOutage<Result>({ isRemote }: MediaStore, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    if (!isRemote) throw error
    throw new RequestProblem('unavailable', {
      detail: 'We can’t reach the image storage right now. Please try again in a moment.',
      retryAfterSeconds: 30,
      cause: error,
    })
  }
}
