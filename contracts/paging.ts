import * as z from 'zod/mini'

/** Postgres keeps the number of a row in 32 bits. */
const maxId = 2 ** 31 - 1

/** The number of a row, as a JSON body has it. */
export const rowNumber = z.int().check(z.positive(), z.maximum(maxId))

/** The number of a row, as a path or a query has it. */
export const rowId = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(maxId))

/** Query of every list call: `limit` rows after `cursor` (from the `Link: rel="next"` of the last answer). */
export const pageQuery = z.object({
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500)), 100),
  cursor: z.optional(rowId),
})
export type PageQuery = z.infer<typeof pageQuery>
