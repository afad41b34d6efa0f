import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { roles } from './roles.ts'

/** The author in a new form, and of posts that are saved without one */
export const defaultAuthor = 'Admin'

const sessionUser = z.object({
  id: z.number(),
  username: z.string(),
  /** The username until the user sets a display name */
  displayName: z.string(),
  role: z.enum(roles),
  /** Null until the user sets one */
  email: z.nullable(z.string()),
  /** What the user set for new posts; blank for the default */
  byline: z.string(),
  /** Author of the user's new posts, until they type another one */
  defaultAuthor: z.string(),
})
export type SessionUser = z.infer<typeof sessionUser>

export const sessionResponse = z.object({ user: sessionUser })

export const displayNameLength = 100
/**
 * Invisible characters, and those that reorder the characters around them: with them, a name can look like another one.
 * The zero-width joiner and non-joiner are allowed, because Persian, Sinhala, and other scripts need them.
 */
const deceptive = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/
/** A display name in a request, trimmed; blank for none */
export const displayName = z.string().check(
  z.trim(),
  z.maxLength(displayNameLength, `Use up to ${displayNameLength} characters.`),
  z.regex(/^\P{Cc}*$/u, 'Write the name on one line.'),
  z.refine(
    (name) => !deceptive.test(name),
    'Remove the invisible characters from the name, or type it again.',
  ),
)

export const passwordLimits = { min: 12, max: 200 } as const
export const usernameLimits = { min: 1, max: 100 } as const

/** `mustSetUpFactor`: the site requires a second factor, and the session is only for setting it up. */
export const signedInResponse = z.extend(sessionResponse, { mustSetUpFactor: z.optional(z.literal(true)) })

export const sessionCreate = endpoint('POST', '/api/session', {
  summary: 'Sign in',
  description:
    'A user with a second factor gets 401 with the code `code-needed` unless the request has a `code`. After five wrong passwords or codes, the account is locked for 15 minutes for browsers that never signed in to it.',
  body: z.strictObject({
    // Only a guard against huge input. The limits above are for new accounts and passwords.
    username: z.string().check(z.maxLength(200)),
    password: z.string().check(z.maxLength(1000)),
    /** For users with a second factor: a code of the authenticator app, or a recovery code */
    code: z.optional(z.string().check(z.maxLength(100))),
  }),
  response: signedInResponse,
})

/** The problem `code-needed` also says which second factors the user has. */
export const codeNeeded = z.object({ factors: z.object({ app: z.boolean(), passkey: z.boolean() }) })

export const sessionRead = endpoint('GET', '/api/session', {
  summary: 'Who is signed in',
  response: sessionResponse,
})

export const sessionDelete = endpoint('DELETE', '/api/session', {
  summary: 'Sign out',
})
