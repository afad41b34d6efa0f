import * as z from 'zod/mini'

/** Query of every list call: `limit` rows after `cursor` (from the `Link: rel="next"` of the last answer). */
export const pageQuery = z.object({
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500)), 100),
  cursor: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2 ** 31 - 1))),
})
export type PageQuery = z.infer<typeof pageQuery>
