import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { paths } from './paths.ts'

const sessionResponse = z.object({ user: z.object({ id: z.number(), username: z.string() }) })
export type SessionUser = z.infer<typeof sessionResponse>['user']

export const passwordLimits = { min: 8, max: 200 } as const
export const usernameLimits = { min: 1, max: 100 } as const

export const sessionCreate = {
  method: 'POST',
  path: paths.api.session,
  summary: 'Sign in',
  body: z.strictObject({
    // Only a guard against huge input. The limits above are for new accounts and passwords.
    username: z.string().check(z.maxLength(200)),
    password: z.string().check(z.maxLength(1000)),
  }),
  response: sessionResponse,
} satisfies Endpoint

export const sessionRead = {
  method: 'GET',
  path: paths.api.session,
  summary: 'Who is signed in',
  response: sessionResponse,
} satisfies Endpoint

export const sessionDelete = {
  method: 'DELETE',
  path: paths.api.session,
  summary: 'Sign out',
} satisfies Endpoint
