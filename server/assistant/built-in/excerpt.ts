import { excerptLength } from '../../../contracts/excerpt.ts'
import { isHeading, splitBlocks } from './blocks.ts'
import { contentWords, weighWords } from './key-phrases.ts'
import { lineOf, sentencesOf, shorten } from './plain-text.ts'

/** Sentences of the text itself that say most of what it is about: at most 200 characters, plain text. */
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
    // Sentences next to each other, as many as fit: an excerpt that jumps reads badly.
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
  // An excerpt is a statement: it neither asks, nor announces a list, nor leans on the sentence before it.
  const asks = /\?$/.test(text) ? 0.5 : 1
  const announces = /:$/.test(text) ? 0.4 : 1
  const leans = /^(?:And|But|So|Then|This|That|These|Those|They|It|He|She|Also|However)\b/.test(text)
    ? 0.7
    : 1
  const short = length(text) < 60 ? 0.6 : 1
  return Math.sqrt(sum) * asks * announces * leans * short
}

/** Writers say at the beginning what a text is about. */
function placeBonus(paragraph: number, sentence: number): number {
  return (paragraph === 0 ? 1.6 : paragraph < 3 ? 1.2 : 1) * (sentence === 0 ? 1.15 : 1)
}
