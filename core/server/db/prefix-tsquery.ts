import { type SQLWrapper, sql } from 'drizzle-orm'

/** True for rows that contain each word of a search, or a word that starts with it. Undefined if there are no words. */
export function matchWords(column: SQLWrapper, dictionary: 'simple' | 'english', q: string | undefined) {
  const query = toWordQuery(q)
  return query === undefined ? undefined : sql`${column} @@ to_tsquery(${dictionary}, ${query})`
}

/** Query for `to_tsquery` that matches every word of a search as a prefix, or undefined if it has no words */
export function toWordQuery(q: string | undefined): string | undefined {
  const words = q?.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu)
  return words?.map((word) => `${word}:*`).join(' & ')
}
