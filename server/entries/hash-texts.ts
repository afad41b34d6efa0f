import { createHash } from 'node:crypto'

/** SHA-256, hex; where one text ends counts. */
export function hashTexts(texts: string[]): string {
  const hash = createHash('sha256')
  for (const text of texts) hash.update(text).update('\0')
  return hash.digest('hex')
}
