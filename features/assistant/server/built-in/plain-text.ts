import { linesOf } from '../../../posts/server/rendering/sanitize.ts'

/** The text of sanitized HTML as one line, with `between` between blocks and lines */
export function lineOf(sanitized: string, between = ' '): string {
  return linesOf(sanitized, between).replaceAll(/\s+/g, ' ').trim()
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })
// After an abbreviation the sentence continues, even if a capital letter follows.
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

/** Cuts a text to `max` code points, between words if possible, and adds an ellipsis. */
export function shorten(text: string, max: number): string {
  const characters = [...text.slice(0, max * 2 + 2)]
  if (characters.length <= max) return text
  const cut = characters.slice(0, max - 1).join('')
  const space = cut.lastIndexOf(' ')
  return `${(space > cut.length / 2 ? cut.slice(0, space) : cut).replace(/[\s,;:–—-]+$/, '')}…`
}

/** Capitalizes the first letter only. */
export function capitalize(text: string): string {
  const [first = '', ...rest] = text
  return first.toUpperCase() + rest.join('')
}
