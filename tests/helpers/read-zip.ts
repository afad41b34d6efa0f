import { buffer, text as readText } from 'node:stream/consumers'
import { openPromise } from 'yauzl'

/** Reads all files of a zip into memory. */
export async function readZip(file: string): Promise<Map<string, Buffer>> {
  const zip = await openPromise(file, { autoClose: false })
  const files = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
  zip.close()
  return files
}
