import { randomBytes } from 'node:crypto'

/** Digits and capital letters without I, L, O, and U, which look like others when they are read or typed (Crockford) */
export const certificateAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Characters in groups of four */
export const formatNumber = (characters: string): string => characters.match(/.{4}/g)?.join('-') ?? characters

/** A random number in groups for reading, such as `4K7Q-9TXM-2HWA-8RCF-Y3BN`: 20 characters of 5 bits each. */
export function newCertificateNumber(): string {
  // 256 is a multiple of 32, so every character is equally likely.
  return formatNumber(Array.from(randomBytes(20), (byte) => certificateAlphabet[byte % 32]).join(''))
}

/** Reads a number in any case, with or without hyphens and spaces. Undefined if it cannot be one. */
export function readNumber(typed: string): string | undefined {
  const characters = typed
    .toUpperCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  return /^[0-9A-HJKMNP-TV-Z]{20}$/.test(characters) ? formatNumber(characters) : undefined
}
