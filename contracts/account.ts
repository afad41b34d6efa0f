import * as z from 'zod/mini'

/** `POST /api/account/password`: every other session ends, this one goes on under a new cookie. */
export const passwordRequest = z.strictObject({
  current: z.string().check(z.maxLength(1000)),
  next: z.string().check(z.maxLength(1000)),
})

/** One session of the signed-in person, as `GET /api/account/sessions` lists it. */
export const accountSession = z.object({
  /** Not the token: only a name to end it by. */
  id: z.string(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  /** "Chrome on Windows"; null where the browser did not say. */
  device: z.nullable(z.string()),
  current: z.boolean(),
})
export type AccountSession = z.infer<typeof accountSession>
