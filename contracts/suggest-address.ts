import * as z from 'zod/mini'

// Typing mistakes in email addresses. isEmailAddress (contracts/email.ts) decides what an address is; what this file
// finds odd is only asked about, once, and whoever typed it can keep it.

/** Domains that many people use. A name that is one slip away from one of these is asked about. */
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
/** Real domains that only look like a slip of one of those. */
const lookalikes = new Set(['ymail.com', 'email.com', 'fmail.com', 'qmail.com', 'mail.com', 'cloud.com'])

/** Endings that no domain has, by what their writers meant. */
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
/** Shorter names are one slip away from too many others. */
const minSlipLength = 5

/** The address that was probably meant; undefined where nothing looks like a slip. */
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

/** "gmail.com" in "gmail" and "com"; without a dot there is no ending. */
function splitDomain(domain: string): [name: string, ending: string] {
  const dot = domain.lastIndexOf('.')
  return dot === -1 ? [domain, ''] : [domain.slice(0, dot), domain.slice(dot + 1)]
}

/** True where one letter is missing, added or wrong, or two neighbors changed places. */
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

/** True for "ruth@gracechapel": a network of one's own may have such addresses, the internet has none. */
export const hasNoDot = (email: string) =>
  email.includes('@') && !email.slice(email.lastIndexOf('@')).includes('.')

/** Below a field whose address has no dot in its domain. */
export const noDotQuestion = (email: string) => `Is ${email} right? It has no .com or .org at the end.`

/** What a form asks before it sends an address that looks mistyped. */
export type AddressQuestion = {
  /** The address that it is about: sent again, it is kept. */
  about: string
  text: string
  suggestion?: string | undefined
}

/** Undefined where nothing is odd about the address, or the person was asked about it before. */
export function questionAddress(email: string, askedAbout: string | undefined): AddressQuestion | undefined {
  if (email === askedAbout) return undefined
  const suggestion = suggestAddress(email)
  if (suggestion !== undefined)
    return { about: email, text: `Did you mean ${suggestion}? Send again to keep ${email}.`, suggestion }
  if (hasNoDot(email)) return { about: email, text: `${noDotQuestion(email)} Send again to keep it.` }
  return undefined
}

/** Above a form that asks. */
export const checkAddress = 'Check your email address.'

/** Names of the parts of a plain form that answer the question: which address was asked about, and which one is meant. */
export const askedAboutField = 'askedAbout'
export const meantField = 'meant'
/** What a plain form may send beside the fields of its call. */
export const addressAnswers = {
  [askedAboutField]: z.optional(z.string()),
  [meantField]: z.optional(z.string()),
}
