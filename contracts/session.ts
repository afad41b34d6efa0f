import * as z from 'zod/mini'

export const signInRequest = z.strictObject({
  username: z.string().check(z.maxLength(200)),
  password: z.string().check(z.maxLength(1000)),
})

export const sessionResponse = z.object({ user: z.object({ id: z.number(), username: z.string() }) })
export type SessionUser = z.infer<typeof sessionResponse>['user']

export const passwordLimits = { min: 8, max: 200 } as const
export const usernameLimits = { min: 1, max: 100 } as const
