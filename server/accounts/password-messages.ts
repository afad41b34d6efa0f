import { findRuleBroken } from '../../contracts/password-rules.ts'
import { RequestProblem } from '../errors.ts'

export const wrongCurrentPassword = 'That’s not your current password.'

/** Returns a message if a new password is refused. `names` are the username and the site's name. */
export async function findPasswordProblem(
  password: string,
  names: readonly string[],
): Promise<string | undefined> {
  const broken = findRuleBroken(password, names)
  if (broken) return broken
  // The word lists take 40 MB and are needed a few times a year.
  const { findWeakness } = await import('../../contracts/password-strength.ts')
  return findWeakness(password, names)
}

export function tooManyTries(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  return `Too many tries. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again.`
}

export const tooManyTriesProblem = (retryAfterSeconds: number) =>
  new RequestProblem('too-many-requests', { detail: tooManyTries(retryAfterSeconds), retryAfterSeconds })
