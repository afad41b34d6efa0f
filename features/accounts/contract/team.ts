import * as z from 'zod/mini'
import { emailAddress, optionalEmail } from '../../../core/contract/email.ts'
import { endpoint, rowEndpoint } from '../../../core/contract/endpoint.ts'
import { roles } from '../../../core/contract/roles.ts'
import { displayName, sessionResponse } from '../../../core/contract/session.ts'

/** Days for which the link of an invitation works */
export const teamInviteDays = 7

/** "Ann Admin invited you", or without a name for visitors, who never read a username */
export const sayInvited = (by: string) => (by ? `${by} invited you` : 'You’re invited')

const member = z.object({
  id: z.number(),
  username: z.string(),
  displayName: z.string(),
  /** Null for users who have not set one */
  email: z.nullable(z.string()),
  role: z.enum(roles),
  createdAt: z.string(),
  lastSignInAt: z.nullable(z.string()),
  /** When the user's access was ended; null if they have access */
  disabledAt: z.nullable(z.string()),
  /** True if the user has a passkey or an authenticator app */
  hasSecondFactor: z.boolean(),
})
/** A user, as the owners see them */
export type Member = z.infer<typeof member>

const teamInvite = z.object({
  id: z.number(),
  email: z.string(),
  displayName: z.string(),
  role: z.enum(roles),
  invitedBy: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  isExpired: z.boolean(),
})
/** An invitation of a colleague who has not joined yet */
export type TeamInvite = z.infer<typeof teamInvite>

export const teamInviteRequest = z.strictObject({
  email: emailAddress(),
  displayName: displayName.check(z.minLength(1, 'Enter a name.')),
  role: z.enum(roles),
})

const sentTeamInvite = z.object({
  invite: teamInvite,
  /** The link. Only its hash is stored, so no later response contains it. */
  url: z.string(),
  /** `outbox`: no mail server is configured, so the owner passes the link on. */
  delivery: z.enum(['sent', 'outbox']),
})
export type SentTeamInvite = z.infer<typeof sentTeamInvite>

export const teamRead = endpoint('GET', '/api/team', {
  summary: 'List the users, and the invitations that no one has used yet',
  response: z.object({ members: z.array(member), invites: z.array(teamInvite) }),
})

export const teamInviteCreate = endpoint('POST', '/api/team/invites', {
  summary: 'Invite a colleague by a link',
  description: `The link works once, for ${teamInviteDays} days. Earlier links to the same address stop working.`,
  body: teamInviteRequest,
  response: { 201: sentTeamInvite },
})

export const teamInviteRenew = rowEndpoint('POST', '/api/team/invites/:id/renew', {
  summary: 'Make a new link for an invitation; the old one stops working',
  response: sentTeamInvite,
})

export const teamInviteRevoke = rowEndpoint('DELETE', '/api/team/invites/:id', {
  summary: 'Turn off the link of an invitation',
})

export const memberRoleUpdate = rowEndpoint('PUT', '/api/team/:id/role', {
  summary: 'Change the role of another user',
  body: z.strictObject({ role: z.enum(roles) }),
  response: member,
})

export const memberAccessEnd = rowEndpoint('DELETE', '/api/team/:id/access', {
  summary: 'End the access of another user',
  description: 'Their sessions, API tokens, and preview links end at once. What they wrote stays.',
  response: member,
})

export const memberAccessRestore = rowEndpoint('POST', '/api/team/:id/access', {
  summary: 'Give access back to a user; they sign in with their old password',
  response: member,
})

/** The list under which it is kept that a user put away the question for their name and address */
export const profileList = 'profile'

export const profileUpdate = endpoint('PUT', '/api/account/profile', {
  summary: 'Set your name, your email address, and your name on posts',
  description: 'A blank name shows your username. What is left out stays.',
  body: z.strictObject({
    displayName,
    email: z.optional(optionalEmail()),
    byline: z.optional(displayName),
  }),
  response: sessionResponse,
})
