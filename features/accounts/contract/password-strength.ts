import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import * as common from '@zxcvbn-ts/language-common'
import commonWords from '@zxcvbn-ts/language-en/dist/commonWords.json.mjs'
import firstNames from '@zxcvbn-ts/language-en/dist/firstnames.json.mjs'
import wordSequences from '@zxcvbn-ts/language-en/dist/wordSequences.json.mjs'

// The browser and the server use this same module, so that both come to the same result. It takes 40 MB of memory and
// 480 kB of transfer, so it is only loaded when someone chooses a password. The lists of last names and of Wikipedia's
// words would double that.

/** 3 of 4: more than 100 million guesses. Online, five are checked every 15 minutes; a stolen argon2id hash is slow. */
const minScore = 3

const zxcvbn = new ZxcvbnFactory({
  graphs: common.adjacencyGraphs,
  dictionary: { ...common.dictionary, commonWords, firstNames, ...wordSequences },
  // Long enough to judge a passphrase. Without these limits, 64 symbols that stand for letters would take a second.
  maxLength: 64,
  l33tMaxSubstitutions: 8,
})

/** Advice for a password that is easy to guess, in up to two sentences. Undefined for a strong password. */
export function findWeakness(password: string, names: readonly string[]): string | undefined {
  const { score, feedback } = zxcvbn.check(password, [...names])
  if (score >= minScore) return undefined
  const reason = warnings[feedback.warning ?? ''] ?? 'This password is easy to guess.'
  const specific = feedback.suggestions.map((key) => suggestions[key]).find((text) => text !== undefined)
  return `${reason} ${specific ?? 'Add a word or two that have nothing to do with the others.'}`
}

const oftenUsed = 'This is one of the first passwords that attackers try.'
const nameAlone = 'Names are easy to guess.'

/** Our words for the warnings of zxcvbn (its file translationKeys) */
const warnings: Partial<Record<string, string>> = {
  straightRow: 'Rows of keys on the keyboard are easy to guess.',
  keyPattern: 'Patterns on the keyboard are easy to guess.',
  simpleRepeat: 'Repeated characters such as “aaa” are easy to guess.',
  extendedRepeat: 'Repeated characters such as “abcabc” are easy to guess.',
  sequences: 'Sequences such as “abcd” are easy to guess.',
  recentYears: 'Years are easy to guess.',
  dates: 'Dates are easy to guess.',
  topTen: oftenUsed,
  topHundred: oftenUsed,
  common: oftenUsed,
  similarToCommon: 'This is close to one of the first passwords that attackers try.',
  wordByItself: 'A single word is easy to guess.',
  namesByThemselves: nameAlone,
  commonNames: nameAlone,
  userInputs: 'Your name and the name of this site are easy to guess.',
}

/** Our words for those suggestions of zxcvbn that say more than "add another word" */
const suggestions: Partial<Record<string, string>> = {
  l33t: 'Symbols in place of letters don’t help. Add another word instead.',
  reverseWords: 'Reversed words don’t help. Add another word instead.',
  allUppercase: 'All capitals don’t help. Add another word instead.',
  capitalization: 'A capital at the start doesn’t help. Add another word instead.',
}
