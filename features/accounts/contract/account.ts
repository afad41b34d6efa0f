import * as z from 'zod/mini'
import { endpoint } from '../../../core/contract/endpoint.ts'

const accountSession = z.object({
  /** Public id of the session, not its secret token */
  id: z.string(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  /** "Chrome on Windows"; null if the browser did not say. */
  device: z.nullable(z.string()),
  current: z.boolean(),
})
/** One session of the signed-in user. */
export type AccountSession = z.infer<typeof accountSession>

export const passwordUpdate = endpoint('POST', '/api/account/password', {
  summary: 'Change your password',
  description: 'Every other session ends; this one goes on under a new cookie.',
  body: z.strictObject({
    current: z.string().check(z.maxLength(1000)),
    next: z.string().check(z.maxLength(1000)),
  }),
})

export const accountSessionList = endpoint('GET', '/api/account/sessions', {
  summary: 'List your sessions, last used first',
  response: z.array(accountSession),
})

export const accountSessionEnd = endpoint('DELETE', '/api/account/sessions/:id', {
  summary: 'End one of your sessions',
  params: z.object({ id: z.string().check(z.maxLength(100)) }),
})
