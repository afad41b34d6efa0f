import { z } from 'zod/mini'
import { invalidEmail, isEmailAddress } from '../../../core/contract/email.ts'
import { displayName, usernameLimits } from '../../../core/contract/session.ts'
import { RequestProblem } from '../../../core/server/errors.ts'
import { findRuleBroken, passwordMessages } from '../contract/password-rules.ts'

/** A field of the account forms. A field that the browser left out is blank. */
export const text = z._default(z.string().check(z.maxLength(1000)), '')
/** A field that some of the account forms do not have */
export const optionalText = z.optional(z.string().check(z.maxLength(1000)))

/** The problem that an account form shows while the database is unreachable */
export const unreachable = 'We’re having trouble on our end. Please try again in a moment.'

export const usernameMessages = {
  long: `Use up to ${usernameLimits.max} characters.`,
  taken: 'Someone already has this username. Choose another one.',
} as const

/** Returns a message if a new username is refused. */
export function findUsernameProblem(username: string): string | undefined {
  if (username.trim() === '') return passwordMessages.required
  return username.length > usernameLimits.max ? usernameMessages.long : undefined
}

/** Returns a message if a name is refused. A form that has no such field leaves it out. */
export function findNameProblem(name: string | undefined): string | undefined {
  if (name === undefined) return undefined
  if (name.trim() === '') return passwordMessages.required
  return displayName.safeParse(name).error?.issues[0]?.message
}

/** The same for an email address */
export const findEmailProblem = (email: string | undefined): string | undefined =>
  email === undefined || isEmailAddress(email.trim()) ? undefined : invalidEmail

export const emailTaken = 'A colleague has this email address.'

export const wrongCurrentPassword = 'That’s not your current password.'

/** Returns a message if a new password is refused. `names` are the username and the site's name. */
export async function findPasswordProblem(
  password: string,
  names: readonly string[],
): Promise<string | undefined> {
  const broken = findRuleBroken(password, names)
  if (broken) return broken
  // The word lists take 40 MB and are needed a few times a year.
  const { findWeakness } = await import('../contract/password-strength.ts')
  return findWeakness(password, names)
}

export function tooManyTries(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  return `Too many tries. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again.`
}

export const tooManyTriesProblem = (retryAfterSeconds: number) =>
  new RequestProblem('too-many-requests', { detail: tooManyTries(retryAfterSeconds), retryAfterSeconds })
