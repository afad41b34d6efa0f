import { alignInOrder } from '../../../../posts/web/admin/align-in-order.ts'
import { countWords } from '../../../../posts/web/editor/html-text.ts'

/**
 * Origin of a sentence. `yours`: word for word from the source. `tidied`: from the source, but reworded or reordered.
 * `added`: written by AI.
 */
export type Mark = 'yours' | 'tidied' | 'added'

/** Minimum share of a sentence's words that must be in the source for `tidied` */
const tidiedShare = 0.6
/** Maximum number of words that are compared at once (see `partsOf`) */
const maxWords = 200
/** Words that occur more often in the source are skipped, because they say little about the origin of a sentence. */
const maxPlaces = 60

/** Common words get a low weight, because most texts share them. */
const commonWords = new Set(
  `a about after all also am an and are as at be been but by can could did do does for from had has have he her
  him his how i if in into is it its just like me more my of on one or our out she so some than that the their them
  then there these they this to up us very was we were what when which who will with would you your`.split(
    /\s+/,
  ),
)
/** Adding or removing one of these reverses the meaning of a sentence. */
const negations = new Set(['not', 'no', 'never', 'none', 'nobody', 'nothing', 'without'])

/**
 * Finds the origin of each sentence of an enhanced text by comparing it with the source. A sentence is `added` if it
 * contains a number or a negation that the matching passage of the source does not have, because that changes the
 * meaning.
 */
export function markSentences(source: string, sentences: readonly string[]): Mark[] {
  const sourceWords = wordsOf(source)
  const places = Map.groupBy(sourceWords.keys(), (index) => stemOf(sourceWords[index] ?? ''))
  return sentences.map((sentence) => {
    const marks = new Set(partsOf(wordsOf(sentence)).map((part) => markSentence(part, sourceWords, places)))
    return ranked.find((mark) => marks.has(mark)) ?? 'yours'
  })
}

/** If the parts of a long sentence get different marks, the first of these marks applies to the whole sentence. */
const ranked = ['added', 'tidied', 'yours'] as const satisfies Mark[]

/**
 * Splits long sentences, because comparing takes quadratic time. A transcript without periods is a single sentence,
 * even if it is an hour long.
 */
function partsOf(words: string[]): string[][] {
  const count = Math.ceil(words.length / maxWords)
  const size = Math.ceil(words.length / count)
  return Array.from({ length: count }, (_, part) => words.slice(part * size, (part + 1) * size))
}

function markSentence(words: string[], sourceWords: string[], places: ReadonlyMap<string, number[]>): Mark {
  if (words.length === 0) return 'yours'
  const rarest = findRarest(words, places)
  const isAt = (start: number) => words.every((word, index) => sourceWords[start + index] === word)
  if (placesOf(words[rarest], places).some((place) => isAt(place - rarest))) return 'yours'
  const place = findPlace(words, rarest, places)
  if (place === undefined) return 'added'
  // Also compare some words before and after the likely position, because it is approximate and words may have moved.
  const margin = Math.ceil(words.length / 2) + 6
  const near = sourceWords.slice(Math.max(0, place - margin), place + words.length + margin)
  const kept = keptWords(words, near)
  const isKept = (word: string, index: number) => kept.has(index) || !(negations.has(word) || /\d/.test(word))
  if (!words.every(isKept)) return 'added'
  const total = words.reduce((sum, word) => sum + weightOf(word), 0)
  const found = [...kept].reduce((sum, index) => sum + weightOf(words[index] ?? ''), 0)
  return found >= tidiedShare * total ? 'tidied' : 'added'
}

const placesOf = (word: string | undefined, places: ReadonlyMap<string, number[]>) =>
  places.get(stemOf(word ?? '')) ?? []

/** Index of the word with the fewest occurrences in the source, ignoring words that do not occur */
function findRarest(words: string[], places: ReadonlyMap<string, number[]>): number {
  const counts = words.map((word) => placesOf(word, places).length || Number.POSITIVE_INFINITY)
  return counts.indexOf(Math.min(...counts))
}

/** The position in the source where the sentence most likely starts: each word votes for the positions that fit it */
function findPlace(
  words: string[],
  rarest: number,
  places: ReadonlyMap<string, number[]>,
): number | undefined {
  const votes = new Map<number, number>()
  const width = Math.max(4, Math.ceil(words.length / 2))
  for (const [index, word] of words.entries()) {
    const found = placesOf(word, places)
    if (found.length > maxPlaces && index !== rarest) continue
    for (const place of found) {
      const bucket = Math.floor((place - index) / width)
      // The neighboring buckets get half a vote, because the position may be near the edge of its bucket.
      for (const near of [bucket - 1, bucket, bucket + 1])
        votes.set(near, (votes.get(near) ?? 0) + weightOf(word) * (near === bucket ? 1 : 0.5))
    }
  }
  const best = [...votes].reduce<[number, number] | undefined>(
    (top, vote) => (top && top[1] >= vote[1] ? top : vote),
    undefined,
  )
  return best && Math.max(0, best[0] * width)
}

/** Indexes of the words that also occur in `near` in the same order (heaviest common subsequence) */
function keptWords(words: string[], near: string[]): Set<number> {
  const [ours, theirs] = [words.map(stemOf), near.map(stemOf)]
  const pairs = alignInOrder(ours.length, theirs.length, (i, j) =>
    ours[i] === theirs[j] ? weightOf(words[i] ?? '') : 0,
  )
  return new Set(pairs.map(([index]) => index))
}

/** Splits a text into lowercase words; "don't" becomes "do not". */
function wordsOf(text: string): string[] {
  const plain = text
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/\bcan't\b|\bcannot\b/g, 'can not')
    .replaceAll(/\bwon't\b/g, 'will not')
    .replaceAll(/n't\b/g, ' not')
  return plain.match(/[\p{L}\p{N}]+(?:'\p{L}+)*/gu) ?? []
}

/** Removes endings that editing often changes, so that call, calls, called, and calling are equal. */
const stemOf = (word: string) => (word.length > 4 ? word.replace(/(?:'s|ies|es|s|ed|ing|ly|e|y)$/, '') : word)

const weightOf = (word: string) => (commonWords.has(word) ? 0.25 : 1)

export type MarkedSentence = { text: string; mark: Mark; isIncluded: boolean }

/** Share of words that AI added among all words of the included sentences, from 0 to 1 */
export function addedShare(sentences: readonly MarkedSentence[]): number {
  const count = (wanted: (sentence: MarkedSentence) => boolean) =>
    sentences
      .filter((sentence) => sentence.isIncluded && wanted(sentence))
      .reduce((sum, { text }) => sum + countWords(text), 0)
  const all = count(() => true)
  return all === 0 ? 0 : count(({ mark }) => mark === 'added') / all
}
