import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { paths } from './paths.ts'

/** The body of 200, and of 503 while the instance should get no visitors. */
export const readinessResponse = z.object({
  status: z.enum(['ok', 'not ready']),
  /** Why it is not ready, for the person who runs the server */
  reason: z.optional(z.string()),
  version: z.string(),
  /** True for a copy of a site that is being compared with another version, which sends and counts nothing */
  isRehearsal: z.optional(z.literal(true)),
})
export type ReadinessResponse = z.infer<typeof readinessResponse>

export const readinessRead = {
  method: 'GET',
  path: paths.readyz,
  summary: 'Tell whether this instance should get visitors',
  response: readinessResponse,
} satisfies Endpoint
