import { passwordLimits } from '../../../core/contract/session.ts'

/** Why a new password is refused, in the order in which the rules are checked */
export const passwordMessages = {
  required: 'Required',
  short: `Use at least ${passwordLimits.min} characters.`,
  long: `Use up to ${passwordLimits.max} characters.`,
  holdsName: 'Leave your username and the name of this site out of your password.',
} as const

/**
 * Checks a new password by rules that need no word lists. It must not contain `names` (the username and the site's
 * name). password-strength.ts has the other half of the check.
 */
export function findRuleBroken(password: string, names: readonly string[]): string | undefined {
  if (password === '') return passwordMessages.required
  if (password.length < passwordLimits.min) return passwordMessages.short
  if (password.length > passwordLimits.max) return passwordMessages.long
  return names.some((name) => holdsName(password, name)) ? passwordMessages.holdsName : undefined
}

/** Min characters of a name that passwords must not contain. Shorter names are part of many common words. */
const minNameLength = 4

function holdsName(password: string, name: string): boolean {
  const plain = lettersOf(name)
  return plain.length >= minNameLength && lettersOf(password).includes(plain)
}

const lettersOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
