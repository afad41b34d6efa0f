import { createHash } from 'node:crypto'

/** Hashes texts with SHA-256 (hex). The hash also depends on the boundaries between the texts. */
export function hashTexts(texts: string[]): string {
  const hash = createHash('sha256')
  for (const text of texts) hash.update(text).update('\0')
  return hash.digest('hex')
}
