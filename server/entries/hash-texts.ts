import { createHash } from 'node:crypto'

/** SHA-256 in hex. The boundaries between texts are part of it. */
export function hashTexts(texts: string[]): string {
  const hash = createHash('sha256')
  for (const text of texts) hash.update(text).update('\0')
  return hash.digest('hex')
}
