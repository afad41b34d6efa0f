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

/** From here on two blocks are one that was rewritten. */
const likeness = 0.3
/** Comparing every block with every other takes time: more pairs than these are compared by identity only. */
const maxPairs = 250_000

/** What a proposal changes, block by block, in the order of the proposal. */
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

/** The text with those changes only whose place in the list is among `accepted`. */
export function mergeChanges(changes: readonly Change[], accepted: ReadonlySet<number>): string {
  return changes
    .map((change, index) => {
      if (change.kind === 'same') return change.block.html
      const taken = accepted.has(index) ? 'after' : 'before'
      return taken in change ? (change as Record<typeof taken, Block>)[taken].html : ''
    })
    .join('')
}

/** The pairs that are most alike in all, without crossing each other. */
function align(before: readonly Block[], after: readonly Block[]): Change[] {
  const words = (blocks: readonly Block[]) => blocks.map(({ text }) => countWords(text))
  const [ours, theirs] = [words(before), words(after)]
  const byIdentity = before.length * after.length > maxPairs
  const alike = (i: number, j: number) => {
    if (before[i]?.html === after[j]?.html) return 1.01
    const [one, other] = [ours[i], theirs[j]]
    const share = byIdentity || !one || !other ? 0 : sharedWords(one, other)
    return share >= likeness ? share : 0
  }
  // best[i][j]: of everything from the i-th block before and the j-th after.
  const best = Array.from({ length: before.length + 1 }, () => new Float64Array(after.length + 1))
  const at = (i: number, j: number) => best[i]?.[j] ?? 0
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--) {
      const pair = alike(i, j)
      const row = best[i]
      if (row) row[j] = Math.max(at(i + 1, j), at(i, j + 1), pair > 0 ? pair + at(i + 1, j + 1) : 0)
    }
  const changes: Change[] = []
  let [i, j] = [0, 0]
  for (;;) {
    const [one, other] = [before[i], after[j]]
    if (!one && !other) return changes
    const pair = one && other ? alike(i, j) : 0
    if (one && other && pair > 0 && at(i, j) === pair + at(i + 1, j + 1)) {
      changes.push(
        one.html === other.html
          ? { kind: 'same', block: one }
          : { kind: 'changed', before: one, after: other },
      )
      i++
      j++
    } else if (one && (!other || at(i, j) === at(i + 1, j))) {
      changes.push({ kind: 'removed', before: one })
      i++
    } else if (other) {
      changes.push({ kind: 'added', after: other })
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

/** From 0 to 1: the share of the words of both that the other has, too (Dice). */
function sharedWords(one: Words, other: Words): number {
  if (one.total + other.total === 0) return 0
  let shared = 0
  for (const [word, count] of one.counts) shared += Math.min(count, other.counts.get(word) ?? 0)
  return (2 * shared) / (one.total + other.total)
}
