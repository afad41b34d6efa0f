import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { SourceFile } from '../sources/source.ts'

/** Copies a file of the source to a path of ours. The SHA-256 is in hex. */
export async function copySourceFile(
  file: SourceFile,
  target: string,
): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash('sha256')
  let bytes = 0
  const measure = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  await pipeline(await file.open(), measure, createWriteStream(target))
  return { sha256: hash.digest('hex'), bytes }
}
