import * as z from 'zod/mini'

/** An error response, `application/problem+json` (RFC 9457). `detail` is a plain sentence for the user. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  /** Name of the problem, for programs: `role-too-low` */
  code: z.string(),
  detail: z.string(),
  requestId: z.string(),
})
export type Problem = z.infer<typeof problem>
