import * as z from 'zod/mini'
import { endpoint, rowEndpoint } from '../../../core/contract/endpoint.ts'
import { type ApiScope, apiScopes, type Role, rights } from '../../../core/contract/roles.ts'

type ScopeFacts = {
  label: string
  hint: string
  /** Lowest role whose tokens may have the scope */
  role: Role
  /** Max days of a token that has it, if fewer than `tokenLimits.maxDays` */
  maxDays?: number
  /** Scopes that come with it, because responses to a change show the whole post */
  includes: readonly ApiScope[]
}

export const scopeFacts: Record<ApiScope, ScopeFacts> = {
  'read-posts': {
    label: 'Read posts',
    hint: 'All posts with their earlier versions, drafts included.',
    role: rights.work,
    includes: [],
  },
  'write-drafts': {
    label: 'Write drafts',
    hint: 'Create and change drafts, and upload images. Includes reading posts.',
    role: rights.work,
    includes: ['read-posts'],
  },
  publish: {
    label: 'Publish',
    hint: 'Publish, schedule, and unpublish posts, and change published ones. Includes writing drafts.',
    role: rights.publish,
    includes: ['write-drafts', 'read-posts'],
  },
  'read-entries': {
    label: 'Read entries',
    hint: 'The waitlist and contact entries, with names and addresses.',
    role: rights.work,
    includes: [],
  },
  'import-site': {
    label: 'Import into the site',
    hint: 'Upload files of another system and import them, for up to 7 days.',
    role: rights.moveSite,
    maxDays: 7,
    includes: [],
  },
  'export-site': {
    label: 'Export the site',
    hint: 'Download everything, including people and subscribers, for up to 7 days.',
    role: rights.moveSite,
    maxDays: 7,
    includes: [],
  },
}

/** True if a token with these scopes may use what needs `needed` */
export function hasScope(scopes: readonly ApiScope[], needed: ApiScope): boolean {
  return scopes.some((scope) => scope === needed || scopeFacts[scope].includes.includes(needed))
}

/**
 * `perUser` is the number of tokens of one user that work at the same time, `perYear` the number of all that they may
 * make in a year.
 */
export const tokenLimits = { name: 100, defaultDays: 90, maxDays: 365, perUser: 50, perYear: 1000 } as const

export const tokenDays = [7, 30, 90, 365] as const

const apiToken = z.object({
  id: z.number(),
  name: z.string(),
  scopes: z.array(z.enum(apiScopes)),
  createdAt: z.string(),
  expiresAt: z.string(),
  /** Null if it has never been used. Accurate to the minute. */
  lastUsedAt: z.nullable(z.string()),
})
/** A token that works. Its secret is not part of it: only its hash is stored. */
export type ApiToken = z.infer<typeof apiToken>

const othersToken = z.extend(apiToken, { user: z.object({ id: z.number(), name: z.string() }) })
export type OthersToken = z.infer<typeof othersToken>

export const maxTokenDays = (scopes: readonly ApiScope[]): number =>
  Math.min(tokenLimits.maxDays, ...scopes.map((scope) => scopeFacts[scope].maxDays ?? tokenLimits.maxDays))

export const tokenRequest = z
  .strictObject({
    name: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, 'Give the token a name.'),
        z.maxLength(tokenLimits.name, `Use up to ${tokenLimits.name} characters.`),
      ),
    scopes: z
      .array(z.enum(apiScopes))
      .check(
        z.minLength(1, 'Choose at least one thing that the token may do.'),
        z.maxLength(apiScopes.length),
      ),
    days: z._default(
      z.int().check(z.minimum(1), z.maximum(tokenLimits.maxDays, `Use up to ${tokenLimits.maxDays} days.`)),
      tokenLimits.defaultDays,
    ),
  })
  .check(
    z.refine(({ scopes, days }) => days <= maxTokenDays(scopes), {
      error: 'A token that imports or exports the site works for up to 7 days.',
      path: ['days'],
    }),
  )

export const tokenList = endpoint('GET', '/api/account/tokens', {
  summary: 'List your API tokens that work, newest first',
  response: z.array(apiToken),
})

export const tokenCreate = endpoint('POST', '/api/account/tokens', {
  summary: 'Create an API token',
  description: 'The response is the only place that shows its secret.',
  body: tokenRequest,
  response: { 201: z.extend(apiToken, { secret: z.string() }) },
})

export const tokenRevoke = rowEndpoint('DELETE', '/api/account/tokens/:id', {
  summary: 'Revoke one of your API tokens',
})

export const othersTokenList = endpoint('GET', '/api/settings/tokens', {
  summary: 'List the API tokens of other users that work, newest first',
  response: z.array(othersToken),
})

export const othersTokenRevoke = rowEndpoint('DELETE', '/api/settings/tokens/:id', {
  summary: 'Revoke an API token of another user',
})
