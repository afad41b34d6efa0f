/** Whose a sentence is: said like this, said in other words or another order, or not said at all. */
export type Mark = 'yours' | 'tidied' | 'added'

/** From this share of its words on, a sentence is a tidied one. */
const tidiedShare = 0.6
/** Words that are compared at once. */
const maxWords = 200
/** A word that stands at more places says little about where a sentence comes from. */
const maxPlaces = 60

/** Words of every sentence, which do not show that something was said. */
const small = new Set(
  `a about after all also am an and are as at be been but by can could did do does for from had has have he her
  him his how i if in into is it its just like me more my of on one or our out she so some than that the their them
  then there these they this to up us very was we were what when which who will with would you your`.split(
    /\s+/,
  ),
)
/** Leaving these out or putting them in turns a sentence around. */
const negations = new Set(['not', 'no', 'never', 'none', 'nobody', 'nothing', 'without'])

/**
 * Whose each sentence of an enhanced text is, compared with what somebody said or wrote. A number or a "not" that
 * does not stand at that place of the source makes a sentence an added one.
 */
export function markSentences(source: string, sentences: readonly string[]): Mark[] {
  const said = wordsOf(source)
  const places = new Map<string, number[]>()
  for (const [index, word] of said.entries()) {
    const stem = stemOf(word)
    const known = places.get(stem)
    if (known) known.push(index)
    else places.set(stem, [index])
  }
  return sentences.map((sentence) => {
    const marks = new Set(partsOf(wordsOf(sentence)).map((part) => markSentence(part, said, places)))
    return ranked.find((mark) => marks.has(mark)) ?? 'yours'
  })
}

/** What one part of a sentence is makes the whole at least that. */
const ranked = ['added', 'tidied', 'yours'] as const satisfies Mark[]

/** A speech service that writes no full stops makes one sentence of an hour. Comparing takes the square of its words. */
function partsOf(words: string[]): string[][] {
  const count = Math.ceil(words.length / maxWords)
  const size = Math.ceil(words.length / count)
  return Array.from({ length: count }, (_, part) => words.slice(part * size, (part + 1) * size))
}

function markSentence(words: string[], said: string[], places: ReadonlyMap<string, number[]>): Mark {
  if (words.length === 0) return 'yours'
  const rarest = findRarest(words, places)
  const isSaidAt = (start: number) => words.every((word, index) => said[start + index] === word)
  if (placesOf(words[rarest], places).some((place) => isSaidAt(place - rarest))) return 'yours'
  const place = findPlace(words, rarest, places)
  if (place === undefined) return 'added'
  const margin = Math.ceil(words.length / 2) + 6
  const near = said.slice(Math.max(0, place - margin), place + words.length + margin)
  const kept = keptWords(words, near)
  const isKept = (word: string, index: number) => kept.has(index) || !(negations.has(word) || /\d/.test(word))
  if (!words.every(isKept)) return 'added'
  const total = words.reduce((sum, word) => sum + weightOf(word), 0)
  const found = [...kept].reduce((sum, index) => sum + weightOf(words[index] ?? ''), 0)
  return found >= tidiedShare * total ? 'tidied' : 'added'
}

const placesOf = (word: string | undefined, places: ReadonlyMap<string, number[]>) =>
  places.get(stemOf(word ?? '')) ?? []

/** Index of the word that stands at the fewest places, among those that stand anywhere. */
function findRarest(words: string[], places: ReadonlyMap<string, number[]>): number {
  const counts = words.map((word) => placesOf(word, places).length || Number.POSITIVE_INFINITY)
  return counts.indexOf(Math.min(...counts))
}

/** Where in the source a sentence would begin that most of its words speak for. */
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
      // What lies at the edge of one speaks for its neighbour, too.
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

/** Indexes of the words that stand in `near`, too, in the same order, heaviest together. */
function keptWords(words: string[], near: string[]): Set<number> {
  const [ours, theirs] = [words.map(stemOf), near.map(stemOf)]
  const best = Array.from({ length: ours.length + 1 }, () => new Float64Array(theirs.length + 1))
  const at = (i: number, j: number) => best[i]?.[j] ?? 0
  for (let i = ours.length - 1; i >= 0; i--)
    for (let j = theirs.length - 1; j >= 0; j--) {
      const row = best[i]
      const pair = ours[i] === theirs[j] ? weightOf(words[i] ?? '') + at(i + 1, j + 1) : 0
      if (row) row[j] = Math.max(pair, at(i + 1, j), at(i, j + 1))
    }
  const kept = new Set<number>()
  let [i, j] = [0, 0]
  while (i < ours.length && j < theirs.length) {
    if (ours[i] === theirs[j] && at(i, j) === weightOf(words[i] ?? '') + at(i + 1, j + 1)) {
      kept.add(i)
      i++
      j++
    } else if (at(i, j) === at(i + 1, j)) i++
    else j++
  }
  return kept
}

/** "Don't" counts as "do not". */
function wordsOf(text: string): string[] {
  const plain = text
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/\bcan't\b|\bcannot\b/g, 'can not')
    .replaceAll(/\bwon't\b/g, 'will not')
    .replaceAll(/n't\b/g, ' not')
  return plain.match(/[\p{L}\p{N}]+(?:'\p{L}+)*/gu) ?? []
}

/** Without the ending that tidying changes: call, calls, called, calling. */
const stemOf = (word: string) => (word.length > 4 ? word.replace(/(?:'s|ies|es|s|ed|ing|ly|e|y)$/, '') : word)

const weightOf = (word: string) => (small.has(word) ? 0.25 : 1)

/** A sentence of an enhanced text, and whether it is taken. */
export type MarkedSentence = { text: string; mark: Mark; isTaken: boolean }

/** From 0 to 1: how much of the taken words AI has added. */
export function addedShare(sentences: readonly MarkedSentence[]): number {
  const count = (wanted: (sentence: MarkedSentence) => boolean) =>
    sentences
      .filter((sentence) => sentence.isTaken && wanted(sentence))
      .reduce((sum, { text }) => sum + countWords(text), 0)
  const all = count(() => true)
  return all === 0 ? 0 : count(({ mark }) => mark === 'added') / all
}

export const countWords = (text: string) => text.split(/\s+/).filter((word) => word !== '').length
