/** Query for `to_tsquery` that matches every word of a search as a prefix, or undefined if it has no words */
export function toWordQuery(q: string | undefined): string | undefined {
  const words = q?.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu)
  return words?.map((word) => `${word}:*`).join(' & ')
}
