import * as z from 'zod/mini'
import { roles } from '../../../core/contract/roles.ts'
import {
  action,
  count,
  detailed,
  type ActivityEntry as Entry,
  number,
  recorderOf,
} from '../../../core/server/activity/record-activity.ts'

const signInKind = { name: 'sign-in', label: 'Sign-ins', order: 1 }
const accountKind = { name: 'account', label: 'Passwords and two-step sign-in', order: 2 }
const teamKind = { name: 'team', label: 'Team', order: 3 }
const tokenKind = { name: 'token', label: 'API tokens', order: 4 }

const role = z.enum(roles)
const signInLabels = {
  password: 'Signed in',
  passkey: 'Signed in with a passkey',
  'new-account': 'Signed in to a new account',
}
export type SignInMethod = keyof typeof signInLabels

export const accountActions = {
  'signed-in': detailed(
    signInKind,
    { with: z.enum(Object.keys(signInLabels) as SignInMethod[]) },
    (details) => signInLabels[details.with],
  ),
  // In a flood of attempts, not every one gets a row. `attempt` is its number within the hour.
  'sign-in-failed': detailed(signInKind, { attempt: count }, ({ attempt }) =>
    attempt === 1 ? 'Failed to sign in' : `Failed to sign in (attempt ${number.format(attempt)} in an hour)`,
  ),
  'signed-out': action(signInKind, 'Signed out'),
  'session-ended': action(signInKind, 'Signed out another device'),
  'password-changed': action(accountKind, 'Changed their password'),
  'password-link-made': action(accountKind, 'Made a link for a new password', ['user']),
  'password-reset': action(accountKind, 'Set a new password', ['user']),
  'passkey-added': action(accountKind, 'Added a passkey'),
  'passkey-removed': action(accountKind, 'Removed a passkey'),
  'codes-turned-on': action(accountKind, 'Turned on codes from an app'),
  'codes-turned-off': action(accountKind, 'Turned off codes from an app'),
  'recovery-codes-made': action(accountKind, 'Made new recovery codes'),
  'recovery-code-used': action(accountKind, 'Used a recovery code'),
  'second-factor-reset': action(accountKind, 'Reset two-step sign-in', ['user']),
  'user-created': action(teamKind, 'Created the first account', ['user']),
  'colleague-invited': detailed(teamKind, { role }, (details) => `Invited a colleague as ${details.role}`, [
    'invite',
  ]),
  'invite-renewed': action(teamKind, 'Made a new invite link', ['invite']),
  'invite-withdrawn': action(teamKind, 'Turned off an invite link', ['invite']),
  'colleague-joined': detailed(teamKind, { role }, (details) => `Joined as ${details.role}`, ['user']),
  'role-changed': detailed(
    teamKind,
    { from: role, to: role },
    ({ from, to }) => `Changed a role: ${from} to ${to}`,
    ['user'],
  ),
  'access-ended': action(teamKind, 'Ended access', ['user']),
  'access-restored': action(teamKind, 'Gave access back', ['user']),
  'token-created': detailed(tokenKind, { days: count }, ({ days }) => `Made an API token for ${days} days`, [
    'token',
  ]),
  // Once a day for each token. What it does has rows of its own.
  'token-used': action(tokenKind, 'Used an API token', ['token']),
  'token-revoked': action(tokenKind, 'Revoked an API token', ['token']),
}
export const recordActivity = recorderOf(accountActions)
export type ActivityEntry = Entry<typeof accountActions>
