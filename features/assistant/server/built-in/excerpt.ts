import { excerptLength } from '../../../../core/contract/excerpt.ts'
import { isHeading, splitBlocks } from './blocks.ts'
import { contentWords, weighWords } from './key-phrases.ts'
import { lineOf, sentencesOf, shorten } from './plain-text.ts'

/** Picks the sentences that say most about the text, as plain text of at most 200 characters. */
export function pickExcerpt(sanitized: string): string {
  const blocks = splitBlocks(sanitized)
  const prose = blocks.filter((block) => ['p', 'blockquote'].includes(block.tag))
  const sources =
    prose.length > 0 ? prose : blocks.filter((block) => block.tag !== 'pre' && !isHeading(block))
  const paragraphs = (sources.length > 0 ? sources : blocks).map(({ html }) => sentencesOf(lineOf(html)))
  const weights = weighWords(lineOf(sanitized))
  let best = { text: '', score: -1 }
  let position = 0
  for (const sentences of paragraphs) {
    // Tries only adjacent sentences, as many as fit, because an excerpt that skips sentences reads badly.
    for (let from = 0; from < sentences.length; from++) {
      let text = ''
      for (const sentence of sentences.slice(from, from + 4)) {
        text = text === '' ? sentence : `${text} ${sentence}`
        if (length(text) > excerptLength) break
        const score = scoreOf(text, weights) * placeBonus(position, from)
        if (score > best.score) best = { text, score }
      }
    }
    position++
  }
  return best.text || shorten(paragraphs.flat()[0] ?? lineOf(sanitized), excerptLength)
}

const length = (text: string) => [...text].length

function scoreOf(text: string, weights: Map<string, number>): number {
  const words = new Set(contentWords(text))
  let sum = 0
  for (const word of words) sum += Math.log2(1 + (weights.get(word) ?? 0))
  // Lower scores for a question, for the announcement of a list, and for a sentence that refers to the previous one
  const question = /\?$/.test(text) ? 0.5 : 1
  const announcement = /:$/.test(text) ? 0.4 : 1
  const reference = /^(?:And|But|So|Then|This|That|These|Those|They|It|He|She|Also|However)\b/.test(text)
    ? 0.7
    : 1
  const brief = length(text) < 60 ? 0.6 : 1
  return Math.sqrt(sum) * question * announcement * reference * brief
}

/** Sentences near the beginning usually say what a text is about. */
function placeBonus(paragraph: number, sentence: number): number {
  return (paragraph === 0 ? 1.6 : paragraph < 3 ? 1.2 : 1) * (sentence === 0 ? 1.15 : 1)
}
