import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/**
 * Transliterates a text to ASCII. The tables of all scripts take half a megabyte, so they are loaded only for the first
 * text that needs them.
 */
export function toAscii(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters of ASCII.
  if (/^[\x00-\x7f]*$/.test(text)) return text
  const { default: anyAscii } = require('any-ascii') as typeof import('any-ascii')
  return anyAscii(text)
}
