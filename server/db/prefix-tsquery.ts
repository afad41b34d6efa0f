/** For `to_tsquery`: every word of a search, the last letters of each left open. Undefined where it has no word. */
export function toWordQuery(q: string | undefined): string | undefined {
  const words = q?.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu)
  return words?.map((word) => `${word}:*`).join(' & ')
}
