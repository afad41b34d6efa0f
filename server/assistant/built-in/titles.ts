import { hasTooManyTags } from '../../posts/sanitize.ts'
import { readGivenHtml } from '../read-given-html.ts'
import { findKeyPhrases } from './key-phrases.ts'
import { capitalize, lineOf, shorten } from './plain-text.ts'

/** Longest title that is suggested, in characters. */
export const maxTitleLength = 80
export const titleCount = 5

/** Five titles, all different, made of a prompt's own headings and key phrases. */
export async function suggestTitles(prompt: string): Promise<string[]> {
  const html = hasTooManyTags(prompt) ? '' : await readGivenHtml(prompt)
  const headings = headingsOf(html)
  const text = lineOf(html)
  const phrases = findKeyPhrases(text, headings).map(({ phrase }) => phrase)
  const subject = subjectOf(text, phrases)
  const inside = withSmallStart(subject)
  const second = phrases.find((phrase) => !subject.toLowerCase().includes(phrase.toLowerCase()))
  const wishes = [
    ...headings.slice(0, 2),
    `${capitalize(subject)}: where to start`,
    `A plain guide to ${inside}`,
    ...(second ? [`${capitalize(subject)} with ${withSmallStart(second)}: what to know`] : []),
    `What to know about ${inside} before you begin`,
    `${capitalize(subject)}, one step at a time`,
    `Five questions about ${inside}, answered`,
    `${capitalize(subject)} in everyday words`,
    `Small steps with ${inside}`,
  ]
  const titles = new Map(
    wishes
      .filter((title) => [...title].length <= maxTitleLength)
      .map((title) => [title.toLowerCase(), title]),
  )
  // Headings first, then the rest: Map keeps the order.
  return [...titles.values()].slice(0, titleCount)
}

function headingsOf(html: string): string[] {
  const inHtml = [...html.matchAll(/<h[1-3]>(.*?)<\/h[1-3]>/gs)].map((match) => lineOf(match[1] ?? ''))
  const inMarkdown = [...html.matchAll(/^#{1,3} +(.+)$/gm)].map((match) => lineOf(match[1] ?? ''))
  return [...inHtml, ...inMarkdown].filter((heading) => heading !== '')
}

/** Longest subject that leaves every title its room. */
const maxSubjectLength = 42

/** What it is about: the prompt itself where it is short, and its key phrases otherwise. */
function subjectOf(text: string, phrases: string[]): string {
  const whole = text.replace(/(?<![\s.!?:;,])[\s.!?:;,]+$/, '')
  if (whole === '') return 'your next post'
  if ([...whole].length <= maxSubjectLength && !/[.!?]\s/.test(whole)) return whole
  const [first, second] = phrases
  if (first === undefined) return shorten(whole, maxSubjectLength)
  const both = second ? `${first} and ${withSmallStart(second)}` : first
  return [...both].length <= maxSubjectLength ? both : shorten(first, maxSubjectLength)
}

/** For the middle of a sentence. Names and abbreviations keep their capitals: only a lone `Xxxx` start goes. */
function withSmallStart(text: string): string {
  const [first = '', second = ''] = text.split(' ')
  const isPlainWord = /^\p{Lu}\p{Ll}+$/u.test(first) && !/^\p{Lu}/u.test(second)
  return isPlainWord ? text.charAt(0).toLowerCase() + text.slice(1) : text
}
