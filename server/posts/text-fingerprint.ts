import { createHash } from 'node:crypto'
import { textOf } from './sanitize.ts'

/** SHA-256, hex, of the words that a reader sees: formatting and spaces make no other text. */
export function hashWords(sanitized: string): string {
  const words = textOf(sanitized).replaceAll(/\s+/g, '')
  return createHash('sha256').update(words).digest('hex')
}
