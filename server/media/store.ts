import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { Disk, errors } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'

/** Where the pictures lie: a folder of this machine, or of a network. */
export type MediaStore = Disk

/** Best first: the first that a browser takes is sent. */
export const formats = [
  { extension: 'avif', type: 'image/avif' },
  { extension: 'webp', type: 'image/webp' },
  { extension: 'jpg', type: 'image/jpeg' },
] as const
export type Format = (typeof formats)[number]

/** Nothing is written before the first picture comes. */
export function openMediaStore(folder: string): MediaStore {
  return new Disk(new FSDriver({ location: folder, visibility: 'private' }))
}

/** Puts a folder of files called `{width}.{extension}` under the picture's name. */
export async function storeFiles(store: MediaStore, name: string, folder: string): Promise<void> {
  for (const file of await readdir(folder)) await store.copyFromFs(join(folder, file), `${name}/${file}`)
}

export async function deleteFiles(store: MediaStore, name: string): Promise<void> {
  await store.deleteAll(name)
}

/** One size of a picture in one format; undefined where there is none. */
export async function findFile(
  store: MediaStore,
  name: string,
  width: number,
  { extension }: Format,
): Promise<{ bytes: number; stream: Readable } | undefined> {
  const key = `${name}/${width}.${extension}`
  if (!(await store.exists(key))) return undefined
  try {
    const { contentLength } = await store.getMetaData(key)
    return { bytes: contentLength, stream: await store.getStream(key) }
  } catch (error) {
    // Deleted between the two looks.
    if (error instanceof errors.E_CANNOT_GET_METADATA && !(await store.exists(key))) return undefined
    throw error
  }
}
