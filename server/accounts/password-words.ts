import { passwordLimits } from '../../contracts/session.ts'

export const passwordWords = {
  required: 'Required',
  short: `Use at least ${passwordLimits.min} characters.`,
  long: `Use up to ${passwordLimits.max} characters.`,
  wrongCurrent: 'That’s not your current password.',
} as const

/** What is wrong with a password that somebody chooses. */
export function passwordError(password: string): string | undefined {
  if (password === '') return passwordWords.required
  if (password.length < passwordLimits.min) return passwordWords.short
  return password.length > passwordLimits.max ? passwordWords.long : undefined
}

export function tooManyTries(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  return `Too many tries. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again.`
}
