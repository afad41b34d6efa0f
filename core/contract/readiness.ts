import * as z from 'zod/mini'

export const postgresRelease = z.object({
  version: z.string(),
  /** The newest known release of the same major version, if that is not the one that runs */
  newer: z.optional(z.string()),
})
export type PostgresRelease = z.infer<typeof postgresRelease>

/** The body of 200, and of 503 while the instance should get no visitors. */
export const readinessResponse = z.object({
  status: z.enum(['ok', 'not ready']),
  /** Why it is not ready, for the person who runs the server */
  reason: z.optional(z.string()),
  version: z.string(),
  /** True for a copy of a site that is being compared with another version, which sends and counts nothing */
  isRehearsal: z.optional(z.literal(true)),
  /** Only for requests with the token for the metrics */
  postgres: z.optional(postgresRelease),
})
export type ReadinessResponse = z.infer<typeof readinessResponse>
