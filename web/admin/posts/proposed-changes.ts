import { textOfHtml } from '../../editing/html-text.ts'

/** An outermost element of a text. */
export type Block = { html: string; text: string }

/** One step from a text to its proposal. */
export type Change =
  | { kind: 'same'; block: Block }
  | { kind: 'changed'; before: Block; after: Block }
  | { kind: 'added'; after: Block }
  | { kind: 'removed'; before: Block }

/** The outermost elements of HTML: paragraphs, headings, lists. */
export function readBlocks(html: string): Block[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return [...body.children].map((element) => ({
    html: element.outerHTML,
    text: textOfHtml(element.outerHTML) || (element.querySelector('img')?.alt ?? ''),
  }))
}

/** Share of common words from which a block counts as a rewritten one and not as another. */
const minSimilarity = 0.3
/** Comparing all pairs of blocks is slow; above this number only identical blocks are matched. */
const maxPairs = 250_000

/** The changes that a proposal makes, block by block, in the order of the proposal. */
export function compareBlocks(before: readonly Block[], after: readonly Block[]): Change[] {
  let head = 0
  while (head < before.length && head < after.length && before[head]?.html === after[head]?.html) head++
  let tail = 0
  while (
    tail < before.length - head &&
    tail < after.length - head &&
    before[before.length - 1 - tail]?.html === after[after.length - 1 - tail]?.html
  )
    tail++
  const same = (block: Block): Change => ({ kind: 'same', block })
  return [
    ...before.slice(0, head).map(same),
    ...align(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...before.slice(before.length - tail).map(same),
  ]
}

/** The text with only those changes whose indexes are in `accepted`. */
export function mergeChanges(changes: readonly Change[], accepted: ReadonlySet<number>): string {
  return changes.map((change, index) => htmlOf(change, accepted.has(index))).join('')
}

function htmlOf(change: Change, isAccepted: boolean): string {
  switch (change.kind) {
    case 'same':
      return change.block.html
    case 'changed':
      return isAccepted ? change.after.html : change.before.html
    case 'added':
      return isAccepted ? change.after.html : ''
    case 'removed':
      return isAccepted ? '' : change.before.html
  }
}

/** Matches blocks in order so that the sum of their similarities is the greatest (dynamic programming). */
function align(before: readonly Block[], after: readonly Block[]): Change[] {
  const [wordsBefore, wordsAfter] = [before, after].map((blocks) =>
    blocks.map(({ text }) => countWords(text)),
  )
  const byIdentity = before.length * after.length > maxPairs
  const similarity = (i: number, j: number) => {
    // Identical blocks win over all others.
    if (before[i]?.html === after[j]?.html) return 1.01
    const [old, proposed] = [wordsBefore?.[i], wordsAfter?.[j]]
    const share = byIdentity || !old || !proposed ? 0 : sharedWords(old, proposed)
    return share >= minSimilarity ? share : 0
  }
  // best[i][j] is the best sum from the i-th block before and the j-th block after on.
  const best = Array.from({ length: before.length + 1 }, () => new Float64Array(after.length + 1))
  const sumFrom = (i: number, j: number) => best[i]?.[j] ?? 0
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--) {
      const pair = similarity(i, j)
      const row = best[i]
      if (row)
        row[j] = Math.max(sumFrom(i + 1, j), sumFrom(i, j + 1), pair > 0 ? pair + sumFrom(i + 1, j + 1) : 0)
    }
  const changes: Change[] = []
  let [i, j] = [0, 0]
  for (;;) {
    const [old, proposed] = [before[i], after[j]]
    if (!old && !proposed) return changes
    const pair = old && proposed ? similarity(i, j) : 0
    if (old && proposed && pair > 0 && sumFrom(i, j) === pair + sumFrom(i + 1, j + 1)) {
      changes.push(
        old.html === proposed.html
          ? { kind: 'same', block: old }
          : { kind: 'changed', before: old, after: proposed },
      )
      i++
      j++
    } else if (old && (!proposed || sumFrom(i, j) === sumFrom(i + 1, j))) {
      changes.push({ kind: 'removed', before: old })
      i++
    } else if (proposed) {
      changes.push({ kind: 'added', after: proposed })
      j++
    }
  }
}

type Words = { counts: Map<string, number>; total: number }

function countWords(text: string): Words {
  const counts = new Map<string, number>()
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return { counts, total: words.length }
}

/** Share of the words of both that the other has, too: the Dice coefficient, from 0 to 1. */
function sharedWords(a: Words, b: Words): number {
  if (a.total + b.total === 0) return 0
  let shared = 0
  for (const [word, count] of a.counts) shared += Math.min(count, b.counts.get(word) ?? 0)
  return (2 * shared) / (a.total + b.total)
}
