import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { RequestProblem } from '../errors.ts'
import type { MediaPlace, S3Place } from '../media-location.ts'

/** Where the pictures lie; `isRemote` where a network stands between. */
export type MediaStore = { disk: Disk; isRemote: boolean }

/** Best first: the first that a browser takes is sent. */
export const formats = [
  { extension: 'avif', type: 'image/avif' },
  { extension: 'webp', type: 'image/webp' },
  { extension: 'jpg', type: 'image/jpeg' },
] as const
export type Format = (typeof formats)[number]

/** Nothing is written, and no service is asked, before the first picture comes. */
export async function openMediaStore(place: MediaPlace): Promise<MediaStore> {
  if (place.kind === 's3') return { disk: await openS3(place), isRemote: true }
  return { disk: new Disk(new FSDriver({ location: place.folder, visibility: 'private' })), isRemote: false }
}

/** Ms for a connection, for a whole answer, and between two pieces of one. */
const patience = { connectionTimeout: 3000, requestTimeout: 60_000, socketTimeout: 5000 }

/** Loaded only here: it is much, and most have a disk. */
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
      // The newer checksums are unknown to many services that are not Amazon's own.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { ...patience, throwOnRequestTimeout: true },
    }),
  )
}

/** Puts a folder of files called `{width}.{extension}` under the picture's name. */
export async function storeFiles(store: MediaStore, name: string, folder: string): Promise<void> {
  await ask(store, async () => {
    // Whole and not as a stream, so that a service can be asked twice.
    for (const file of await readdir(folder))
      await store.disk.put(`${name}/${file}`, await readFile(join(folder, file)))
  })
}

/** Every file of a picture, one after the other; none where it is gone. */
export async function* listFiles(
  store: MediaStore,
  name: string,
): AsyncGenerator<{ key: string; bytes: Buffer }> {
  const endings = formats.map(({ extension }) => extension).join('|')
  const isOurs = new RegExp(`^${name}/\\d+\\.(${endings})$`)
  try {
    const { objects } = await ask(store, () => store.disk.listAll(name, { recursive: true }))
    const keys = [...objects].map((file) => ('key' in file ? file.key : '')).filter((key) => isOurs.test(key))
    for (const key of keys.sort())
      yield { key, bytes: Buffer.from(await ask(store, () => store.disk.getBytes(key))) }
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}

export function hasFile(store: MediaStore, key: string): Promise<boolean> {
  return ask(store, () => store.disk.exists(key))
}

export async function storeFile(store: MediaStore, key: string, bytes: Buffer): Promise<void> {
  await ask(store, () => store.disk.put(key, bytes))
}

export async function deleteFile(store: MediaStore, key: string): Promise<void> {
  await ask(store, () => store.disk.delete(key))
}

export async function deleteFiles(store: MediaStore, name: string): Promise<void> {
  await ask(store, async () => {
    await store.disk.deleteAll(name)
    if (!store.isRemote) return
    // A service answers well, too, when it has refused to delete single files.
    const left = await store.disk.listAll(name, { recursive: true })
    if ([...left.objects].length > 0) throw new Error('files are left in the media store')
  })
}

/** One size of a picture in one format; undefined where there is none. */
export async function findFile(
  store: MediaStore,
  name: string,
  width: number,
  { extension }: Format,
): Promise<{ bytes: number; open(): Promise<Readable> } | undefined> {
  const key = `${name}/${width}.${extension}`
  const found = await ask(store, () =>
    store.disk.getMetaData(key).catch((error: unknown) => {
      if (isMissing(error)) return undefined
      throw error
    }),
  )
  return found && { bytes: found.contentLength, open: () => ask(store, () => store.disk.getStream(key)) }
}

function isMissing(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && current.code === 'ENOENT') return true
    const { $metadata } = current as { $metadata?: { httpStatusCode?: number } }
    if ($metadata?.httpStatusCode === 404) return true
  }
  return false
}

/** A service that cannot be reached or refuses us is told in words, and is worth another try. */
async function ask<Answer>({ isRemote }: MediaStore, act: () => Promise<Answer>): Promise<Answer> {
  try {
    return await act()
  } catch (error) {
    if (!isRemote) throw error
    throw new RequestProblem('unavailable', {
      detail: 'We can’t reach the image storage right now. Please try again in a moment.',
      retryAfterSeconds: 30,
      cause: error,
    })
  }
}
