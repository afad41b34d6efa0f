/** Digits and capital letters without I, L, O, and U, which look like others when they are read or typed (Crockford) */
export const certificateAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const groups = /^[0-9A-HJKMNP-TV-Z]{20}$/

/** Characters in groups of four, such as `4K7Q-9TXM-2HWA-8RCF-Y3BN` */
export const formatNumber = (characters: string): string => characters.match(/.{4}/g)?.join('-') ?? characters

/** Reads a number in any case, with or without hyphens and spaces. Undefined if it cannot be one. */
export function readNumber(typed: string): string | undefined {
  const characters = typed
    .toUpperCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  return groups.test(characters) ? formatNumber(characters) : undefined
}
