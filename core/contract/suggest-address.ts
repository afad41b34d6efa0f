import * as z from 'zod/mini'

// Finds likely typos in valid email addresses (isEmailAddress in core/contract/email.ts decides what is valid). A likely
// typo only leads to a question. It is asked once, and the user can keep the address.

/** Common domains. A domain that is one typo away from one of these gets a question. */
const commonDomains = [
  'gmail.com',
  'yahoo.com',
  'hotmail.com',
  'outlook.com',
  'icloud.com',
  'aol.com',
  'comcast.net',
  'live.com',
  'msn.com',
  'att.net',
  'verizon.net',
  'sbcglobal.net',
  'bellsouth.net',
  'charter.net',
  'cox.net',
  'earthlink.net',
  'protonmail.com',
]
/** Real domains that look like a typo of a common one */
const lookalikes = new Set(['ymail.com', 'email.com', 'fmail.com', 'qmail.com', 'mail.com', 'cloud.com'])

/** Mistyped top-level domains with their correct form */
const endings: Record<string, string> = {
  con: 'com',
  cmo: 'com',
  ocm: 'com',
  vom: 'com',
  xom: 'com',
  comm: 'com',
  ogr: 'org',
  orgg: 'org',
  nte: 'net',
}
/** Minimum length of a name that is checked for typos. Shorter names are one typo away from too many others. */
const minSlipLength = 5

/** The address that was probably meant; undefined if nothing looks like a typo */
export function suggestAddress(email: string): string | undefined {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1).toLowerCase()
  const meant = at > 0 ? suggestDomain(domain) : undefined
  return meant === undefined ? undefined : `${email.slice(0, at)}@${meant}`
}

function suggestDomain(domain: string): string | undefined {
  if (commonDomains.includes(domain) || lookalikes.has(domain)) return undefined
  const [name, ending] = splitDomain(domain)
  if (ending === '') return undefined
  const common = commonDomains.find((known) => {
    const [knownName, knownEnding] = splitDomain(known)
    const sameName = name === knownName || (knownName.length >= minSlipLength && isOneSlip(name, knownName))
    return sameName && (ending === knownEnding || isOneSlip(ending, knownEnding))
  })
  const fixed = endings[ending]
  return common ?? (fixed && `${name}.${fixed}`)
}

/** Splits "gmail.com" into "gmail" and "com"; without a dot, the ending is empty. */
function splitDomain(domain: string): [name: string, ending: string] {
  const dot = domain.lastIndexOf('.')
  return dot === -1 ? [domain, ''] : [domain.slice(0, dot), domain.slice(dot + 1)]
}

/** True if one letter is missing, added, or wrong, or two adjacent letters are swapped */
function isOneSlip(typed: string, meant: string): boolean {
  if (Math.abs(typed.length - meant.length) > 1) return false
  let start = 0
  while (start < typed.length && typed[start] === meant[start]) start++
  const rest = (text: string, skipped: number) => text.slice(start + skipped)
  if (typed.length > meant.length) return rest(typed, 1) === rest(meant, 0)
  if (typed.length < meant.length) return rest(typed, 0) === rest(meant, 1)
  const swapped = typed[start] === meant[start + 1] && typed[start + 1] === meant[start]
  return rest(typed, 1) === rest(meant, 1) || (swapped && rest(typed, 2) === rest(meant, 2))
}

/** True for "ruth@gracechapel": only a private network has addresses like that */
export const hasNoDot = (email: string) =>
  email.includes('@') && !email.slice(email.lastIndexOf('@')).includes('.')

/** Question below a field whose address has no dot in its domain */
export const noDotQuestion = (email: string) => `Is ${email} right? It has no .com or .org at the end.`

/** The question of a form before it sends an address that looks mistyped */
export type AddressQuestion = {
  /** The address in question; sending it again confirms it */
  about: string
  text: string
  suggestion?: string | undefined
}

/** Undefined if the address looks right, or if the user confirmed it (`askedAbout`) by sending it again */
export function questionAddress(email: string, askedAbout: string | undefined): AddressQuestion | undefined {
  if (email === askedAbout) return undefined
  const suggestion = suggestAddress(email)
  if (suggestion !== undefined)
    return { about: email, text: `Did you mean ${suggestion}? Send again to keep ${email}.`, suggestion }
  if (hasNoDot(email)) return { about: email, text: `${noDotQuestion(email)} Send again to keep it.` }
  return undefined
}

/** Shown above a form that asks about an address */
export const checkAddress = 'Check your email address.'

/** Field names in a form without JavaScript: the address in question, and the address that the user chose */
export const askedAboutField = 'askedAbout'
export const meantField = 'meant'
/** Schemas of the extra fields that a form without JavaScript may send */
export const addressAnswers = {
  [askedAboutField]: z.optional(z.string()),
  [meantField]: z.optional(z.string()),
}
