const listedWords =
  'a about above actually after again against ago all almost along already also although always am among an and another any ' +
  'anyone anything are around as ask asks at away back be became because become been before began begin being below best ' +
  'better between both bring but by call came can cannot come could day days did do does doing done don down during each ' +
  'either else end enough even ever every everyone everything far feel few find first five for found four from full gave ' +
  'get gets getting give given go goes going gone good got great had half has have having he help her here hers him his ' +
  'how however i if in instead into is it its itself just keep kept knew know last late later least less let like likely ' +
  'little long look lot lots made make makes making many may maybe me mean might mine more most much must my myself ' +
  'near need needs never new next nine no nobody none nor not nothing now of off often oh ok okay old on once one only ' +
  'onto or other others our ours out over own part people per perhaps please put quite rather read ready really right ' +
  'said same saw say says second see seem seen send set seven several shall she should show since six so some someone ' +
  'something sometimes soon start started still stop such sure take taken tell ten than that the their theirs them then ' +
  'there these they thing things think third this those though three through thus till time times to today together told ' +
  'too took toward true try turn two um under until up upon us use used uses using usually very want wants was way ' +
  'ways we week weeks well went were what whatever when where whether which while who whole whom whose why will with ' +
  'within without word words work works would yes yet you your yours yourself ' +
  // Common verbs and adjectives that say nothing about a text's subject
  'add added allow answer answers big bring brings build call called calls change changed check clear comes cut ' +
  'different drop easy end ends example fair fill find finds fine fit fix follow follows free full happen happened ' +
  'happens hard hear held help helps hold holds job jobs kind know knows larger leave leaves left lets line lines list ' +
  'lists live looks mark messy move name needed new nice number numbers open page pages paste pick pieces place plain ' +
  'point poor print quick quote reach reason run runs says seems serve shape short show shows skip small speak spend ' +
  'stand stay step stop stopped strike talk tells tend trust turned turns type wait walk watch weaker write writes ' +
  'writing written wrong wrote yourselves afterwards beforehand hello thanks'
const stopWords = new Set(listedWords.split(' '))

const word = /[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu
const maxPhraseWords = 3
const maxKeyLength = 40

/** A phrase and how much it says about a text */
export type KeyPhrase = { phrase: string; score: number }

/**
 * Finds the phrases that a text is about, best first: runs of words between stop words and punctuation (as in RAKE),
 * weighted by how often their words occur. Phrases in `headings` weigh more.
 */
export function findKeyPhrases(text: string, headings: readonly string[] = []): KeyPhrase[] {
  const counts = new Map<string, { phrase: string; count: number; words: string[] }>()
  const wordCounts = new Map<string, number>()
  const take = (source: string, weight: number) => {
    for (const words of runsOf(source)) {
      for (const one of words) add(wordCounts, keyOf(one), weight)
      for (let size = 1; size <= Math.min(maxPhraseWords, words.length); size++)
        for (let from = 0; from + size <= words.length; from++) {
          const part = words.slice(from, from + size)
          const phrase = part.join(' ')
          if (phrase.length > maxKeyLength) continue
          const key = part.map(keyOf).join(' ')
          const known = counts.get(key)
          if (known) known.count += weight
          else counts.set(key, { phrase, count: weight, words: part.map(keyOf) })
        }
    }
  }
  for (const heading of headings) take(heading, 2)
  take(text, 1)
  // In a text of a sentence or two, phrases are not repeated, so a single occurrence counts more.
  const isBrief = wordCounts.size < 25
  const scored = [...counts.values()].map(({ phrase, count, words }) => {
    const sum = words.reduce((total, one) => total + (wordCounts.get(one) ?? 0), 0)
    const short = words.length === 1 && [...phrase].length < 4 && !/^\p{Lu}{2,}$/u.test(phrase) ? 0.3 : 1
    // In a longer text, a phrase of several words that occurs only once is probably a coincidence.
    const weight = words.length === 1 ? 1 : count > 1 ? 1.6 : isBrief ? 1.2 : 0.25
    return { phrase, score: (sum / words.length) * Math.sqrt(count) * weight * short, words }
  })
  // The sort is stable, so equal scores keep the order of the text.
  scored.sort((a, b) => b.score - a.score)
  return withoutOverlap(scored)
}

/** The weight of each word, keyed by `keyOf` */
export function weighWords(text: string): Map<string, number> {
  const weights = new Map<string, number>()
  for (const words of runsOf(text)) for (const one of words) add(weights, keyOf(one), 1)
  return weights
}

/** The words of a text without stop words, in lower case and without a plural `s` */
export function contentWords(text: string): string[] {
  return runsOf(text).flat().map(keyOf)
}

/** Runs of adjacent words without a stop word or punctuation between them */
function runsOf(text: string): string[][] {
  const runs: string[][] = []
  let run: string[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(word)) {
    const isNumber = /^[\d'’-]+$/.test(found)
    const isPlain = isNumber || /['’]/.test(found) || stopWords.has(found.toLowerCase())
    if (run.length > 0 && (isPlain || /[^ ]/.test(text.slice(end, index)))) {
      runs.push(run)
      run = []
    }
    if (!isPlain && found.length > 1) run.push(found)
    end = index + found.length
  }
  if (run.length > 0) runs.push(run)
  return runs
}

function keyOf(found: string): string {
  const small = found.toLowerCase()
  return small.length > 4 && /[^s]s$/.test(small) ? small.slice(0, -1) : small
}

function add(counts: Map<string, number>, key: string, weight: number): void {
  counts.set(key, (counts.get(key) ?? 0) + weight)
}

/** Drops each phrase that shares a word with a phrase of a higher score. */
function withoutOverlap(phrases: (KeyPhrase & { words: string[] })[]): KeyPhrase[] {
  const usedWords = new Set<string>()
  const kept: KeyPhrase[] = []
  for (const { phrase, score, words } of phrases) {
    if (kept.length === 20) break
    if (words.some((word) => usedWords.has(word))) continue
    for (const word of words) usedWords.add(word)
    kept.push({ phrase, score })
  }
  return kept
}
