import { readGivenHtml } from '../../../posts/server/rendering/read-text.ts'
import { hasTooManyTags } from '../../../posts/server/rendering/sanitize.ts'
import { findKeyPhrases } from './key-phrases.ts'
import { capitalize, lineOf, shorten } from './plain-text.ts'

/** Maximum characters of a suggested title */
export const maxTitleLength = 80
export const titleCount = 5

/** Generates five different titles from the headings and key phrases of the prompt. */
export async function suggestTitles(prompt: string): Promise<string[]> {
  const html = hasTooManyTags(prompt) ? '' : await readGivenHtml(prompt)
  const headings = headingsOf(html)
  const text = lineOf(html)
  const phrases = findKeyPhrases(text, headings).map(({ phrase }) => phrase)
  const subject = subjectOf(text, phrases)
  const lowered = lowerFirst(subject)
  const second = phrases.find((phrase) => !subject.toLowerCase().includes(phrase.toLowerCase()))
  const candidates = [
    ...headings.slice(0, 2),
    `${capitalize(subject)}: where to start`,
    `A plain guide to ${lowered}`,
    ...(second ? [`${capitalize(subject)} with ${lowerFirst(second)}: what to know`] : []),
    `What to know about ${lowered} before you begin`,
    `${capitalize(subject)}, one step at a time`,
    `Five questions about ${lowered}, answered`,
    `${capitalize(subject)} in everyday words`,
    `Small steps with ${lowered}`,
  ]
  const titles = new Map(
    candidates
      .filter((title) => [...title].length <= maxTitleLength)
      .map((title) => [title.toLowerCase(), title]),
  )
  // A Map keeps the order: headings come first.
  return [...titles.values()].slice(0, titleCount)
}

function headingsOf(html: string): string[] {
  const inHtml = [...html.matchAll(/<h[1-3]>(.*?)<\/h[1-3]>/gs)].map((match) => lineOf(match[1] ?? ''))
  const inMarkdown = [...html.matchAll(/^#{1,3} +(.+)$/gm)].map((match) => lineOf(match[1] ?? ''))
  return [...inHtml, ...inMarkdown].filter((heading) => heading !== '')
}

/** Max characters of a subject that fits into every title template below */
const maxSubjectLength = 42

/** The subject: the prompt itself if it is short, otherwise its key phrases */
function subjectOf(text: string, phrases: string[]): string {
  const whole = text.replace(/(?<![\s.!?:;,])[\s.!?:;,]+$/, '')
  if (whole === '') return 'your next post'
  if ([...whole].length <= maxSubjectLength && !/[.!?]\s/.test(whole)) return whole
  const [first, second] = phrases
  if (first === undefined) return shorten(whole, maxSubjectLength)
  const both = second ? `${first} and ${lowerFirst(second)}` : first
  return [...both].length <= maxSubjectLength ? both : shorten(first, maxSubjectLength)
}

/** Lowers the first letter for use inside a sentence. Names and abbreviations keep their capitals. */
function lowerFirst(text: string): string {
  const [first = '', second = ''] = text.split(' ')
  const isPlainWord = /^\p{Lu}\p{Ll}+$/u.test(first) && !/^\p{Lu}/u.test(second)
  return isPlainWord ? text.charAt(0).toLowerCase() + text.slice(1) : text
}
