import { buffer } from 'node:stream/consumers'
import { fromBufferPromise, openPromise, type ZipFile } from 'yauzl'

/** Reads all files of a zip into memory. */
export async function readZip(file: string): Promise<Map<string, Buffer>> {
  return readAll(await openPromise(file, { autoClose: false }))
}

export const readZipBytes = async (bytes: Buffer) =>
  readAll(await fromBufferPromise(bytes, { autoClose: false }))

async function readAll(zip: ZipFile): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
  zip.close()
  return files
}

/** The files in a folder of a zip, by their paths in that folder */
export const filesIn = (files: ReadonlyMap<string, Buffer>, folder: string): Map<string, Buffer> =>
  new Map(
    [...files].flatMap(([path, body]) =>
      path.startsWith(`${folder}/`) ? [[path.slice(folder.length + 1), body] as const] : [],
    ),
  )
