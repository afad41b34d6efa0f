import * as z from 'zod/mini'

/** Row ids are 32-bit integers in Postgres. */
const maxId = 2 ** 31 - 1

/** A row's id in a JSON body, where it is a number */
export const rowNumber = z.int().check(z.positive(), z.maximum(maxId))

/** A row's id in a path or a query, where it is text */
export const rowId = z.coerce.number<number | string>().check(z.int(), z.minimum(1), z.maximum(maxId))

/** Parses a row id from a URL; undefined if the text is not a positive integer. */
export function readRowId(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
}

export const idParams = z.object({ id: rowId })

/** Query of every list: `limit` rows after `cursor`. The previous page's `Link: rel="next"` header has the cursor. */
export const pageQuery = z.object({
  limit: z._default(z.coerce.number<number | string>().check(z.int(), z.minimum(1), z.maximum(500)), 100),
  cursor: z.optional(rowId),
})
export type PageQuery = z.infer<typeof pageQuery>

/** Query of a list that can be searched for the text `q` */
export const searchQuery = z.extend(pageQuery, { q: z.optional(z.string().check(z.maxLength(200))) })
export type SearchQuery = z.infer<typeof searchQuery>
