import { linesOf } from '../../posts/sanitize.ts'

/** The text of sanitized HTML in one line, with `between` between what stood in two blocks or lines. */
export function lineOf(sanitized: string, between = ' '): string {
  return linesOf(sanitized, between).replaceAll(/\s+/g, ' ').trim()
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })
// After these a sentence goes on, though a capital letter follows.
const abbreviation = /(?:^|[\s(])(?:Mr|Mrs|Ms|Dr|Prof|Rev|St|Sr|Jr|vs|No|Inc|e\.g|i\.e|[A-Z])\.\s*$/

export function sentencesOf(text: string): string[] {
  const sentences: string[] = []
  let held = ''
  for (const { segment } of segmenter.segment(text)) {
    held += segment
    if (abbreviation.test(held.slice(-12))) continue
    sentences.push(held.trim())
    held = ''
  }
  if (held.trim() !== '') sentences.push(held.trim())
  return sentences.filter((sentence) => sentence !== '')
}

/** At most `most` characters (code points), cut between words; an ellipsis says where. */
export function shorten(text: string, most: number): string {
  const characters = [...text.slice(0, most * 2 + 2)]
  if (characters.length <= most) return text
  const cut = characters.slice(0, most - 1).join('')
  const space = cut.lastIndexOf(' ')
  return `${(space > cut.length / 2 ? cut.slice(0, space) : cut).replace(/[\s,;:–—-]+$/, '')}…`
}

/** The first letter large, the rest as it is. */
export function capitalize(text: string): string {
  const [first = '', ...rest] = text
  return first.toUpperCase() + rest.join('')
}
