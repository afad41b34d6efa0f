import { readFile } from 'node:fs/promises'
import { passwordLimits } from '../../contracts/session.ts'
import { RequestProblem } from '../errors.ts'

export const passwordMessages = {
  required: 'Required',
  short: `Use at least ${passwordLimits.min} characters.`,
  long: `Use up to ${passwordLimits.max} characters.`,
  wrongCurrent: 'That’s not your current password.',
  common: 'This is one of the first passwords that attackers try. Choose a longer one that only you know.',
  holdsName: 'Leave your username and the name of this site out of your password.',
} as const

/** Returns a message if a new password is refused. It must not contain `names` (the username and the site's name). */
export async function findPasswordProblem(password: string, names: string[]): Promise<string | undefined> {
  if (password === '') return passwordMessages.required
  if (password.length < passwordLimits.min) return passwordMessages.short
  if (password.length > passwordLimits.max) return passwordMessages.long
  if (names.some((name) => holdsName(password, name))) return passwordMessages.holdsName
  const isEasy = isPattern(password) || (await isCommon(password))
  return isEasy ? passwordMessages.common : undefined
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

/** True for one or two characters repeated, and for characters in a fixed step, such as `abcdefgh` or `97531` */
function isPattern(password: string): boolean {
  const codes = [...password].map((character) => character.codePointAt(0) ?? 0)
  if (new Set(codes).size <= 2) return true
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)))
  return steps.size === 1
}

/**
 * The 10,000 most common passwords of 8 characters or more, in lower case, one per line. From
 * @zxcvbn-ts/language-common 4.1.3, which orders them by how often a password was seen (license: see NOTICE).
 */
const commonPasswordsFile = new URL('./common-passwords.txt', import.meta.url)
let commonPasswords: Promise<Set<string>> | undefined

/** Ignores case and up to four trailing digits or symbols, because attackers try such variants first. */
async function isCommon(password: string): Promise<boolean> {
  // Loaded on first use, because few processes need it.
  commonPasswords ??= readFile(commonPasswordsFile, 'utf8').then((text) => new Set(text.trim().split(/\s+/)))
  const known = await commonPasswords
  const lower = password.toLowerCase()
  return known.has(lower) || known.has(lower.replace(/[^a-z]{1,4}$/, ''))
}

export function tooManyTries(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  return `Too many tries. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again.`
}

export const tooManyTriesProblem = (retryAfterSeconds: number) =>
  new RequestProblem('too-many-requests', { detail: tooManyTries(retryAfterSeconds), retryAfterSeconds })
