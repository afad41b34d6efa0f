import { textOfHtml } from '../editor/html-text.ts'
import { alignInOrder } from './align-in-order.ts'

/** A top-level element of a text: a paragraph, heading, list, and so on */
export type Block = { html: string; text: string }

/** One difference between a text and the proposal (AI text that the editor accepts or rejects) */
export type Change =
  | { kind: 'same'; block: Block }
  | { kind: 'changed'; before: Block; after: Block }
  | { kind: 'added'; after: Block }
  | { kind: 'removed'; before: Block }

export function readBlocks(html: string): Block[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return [...body.children].map((element) => ({
    html: element.outerHTML,
    text: textOfHtml(element.outerHTML) || (element.querySelector('img')?.alt ?? ''),
  }))
}

/** Minimum share of common words for a block to count as rewritten instead of removed and replaced */
const minSimilarity = 0.3
/** Above this number of block pairs, only identical blocks are matched, because comparing words is slow. */
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
  if (change.kind === 'same') return change.block.html
  if (isAccepted) return 'after' in change ? change.after.html : ''
  return 'before' in change ? change.before.html : ''
}

/** Matches similar blocks in order; all others are removed or added. */
function align(before: readonly Block[], after: readonly Block[]): Change[] {
  const wordsBefore = before.map(({ text }) => countWords(text))
  const wordsAfter = after.map(({ text }) => countWords(text))
  const byIdentity = before.length * after.length > maxPairs
  const pairs = alignInOrder(before.length, after.length, (i, j) => {
    // More than the maximum share of 1, so that identical blocks are paired first
    if (before[i]?.html === after[j]?.html) return 1.01
    const [old, proposed] = [wordsBefore[i], wordsAfter[j]]
    const share = byIdentity || !old || !proposed ? 0 : sharedWords(old, proposed)
    return share >= minSimilarity ? share : 0
  })
  const changes: Change[] = []
  let [i, j] = [0, 0]
  const skipTo = (nextI: number, nextJ: number) => {
    changes.push(
      ...before.slice(i, nextI).map((block) => ({ kind: 'removed', before: block }) as const),
      ...after.slice(j, nextJ).map((block) => ({ kind: 'added', after: block }) as const),
    )
    ;[i, j] = [nextI + 1, nextJ + 1]
  }
  for (const [pairedI, pairedJ] of pairs) {
    skipTo(pairedI, pairedJ)
    const [old, proposed] = [before[pairedI], after[pairedJ]]
    if (!old || !proposed) continue
    changes.push(
      old.html === proposed.html
        ? { kind: 'same', block: old }
        : { kind: 'changed', before: old, after: proposed },
    )
  }
  skipTo(before.length, after.length)
  return changes
}

type Words = { counts: Map<string, number>; total: number }

function countWords(text: string): Words {
  const counts = new Map<string, number>()
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return { counts, total: words.length }
}

/** Share of words that both texts have in common, from 0 to 1 (Dice coefficient) */
function sharedWords(a: Words, b: Words): number {
  if (a.total + b.total === 0) return 0
  let shared = 0
  for (const [word, count] of a.counts) shared += Math.min(count, b.counts.get(word) ?? 0)
  return (2 * shared) / (a.total + b.total)
}
