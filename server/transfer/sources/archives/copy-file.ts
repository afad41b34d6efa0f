import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { SourceFile } from '../source.ts'

/** The SHA-256 is in hex. */
export type CopiedFile = { sha256: string; bytes: number }

/** Copies a file of the source to a path of ours. */
export async function copyFile(file: SourceFile, target: string): Promise<CopiedFile> {
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
