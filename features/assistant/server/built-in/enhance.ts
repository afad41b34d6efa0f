import { cleanTags, postLimits } from '../../../posts/contract/posts.ts'
import { readGivenHtml, readMarkdownInTurn } from '../../../posts/server/rendering/read-text.ts'
import { type Block, isHeading, splitBlocks } from './blocks.ts'
import { pickExcerpt } from './excerpt.ts'
import { findKeyPhrases } from './key-phrases.ts'
import { notesToMarkdown, plainNotesToHtml } from './notes.ts'
import { capitalize, lineOf, sentencesOf, shorten } from './plain-text.ts'
import { maxTitleLength } from './titles.ts'

/** A paragraph with this many words is split. */
const longParagraph = 110
/** A text with this many words gets headings if it has none. */
const longText = 350
const wordsPerSection = 220

export type Enhanced = { title: string; content: string; excerpt: string; tags: string[] }

/**
 * The built-in helper's version of "enhance": adds headings, paragraphs, and lists to a text and fixes its typography,
 * without changing the words of its sentences. Returns undefined if the text cannot be parsed.
 */
export async function enhanceText(given: string): Promise<Enhanced | undefined> {
  const html = await toHtml(given)
  if (html === undefined) return
  const { title, rest } = takeTitle(splitBlocks(polish(html)))
  const parts = addHeadings(rest.flatMap(splitParagraph))
  const content = await readGivenHtml(parts.map((block) => block.html).join(''))
  const text = lineOf(content, '; ')
  const headings = [title, ...parts.filter(isHeading).map((block) => lineOf(block.html))]
  return { title, content, excerpt: pickExcerpt(content), tags: pickTags(text, headings) }
}

async function toHtml(given: string): Promise<string | undefined> {
  if (/<(?:p|h[1-6]|[uo]l|li|blockquote|pre|div|br|strong|em)\b[^>]*>/i.test(given))
    return readGivenHtml(given)
  const plain = plainNotesToHtml(given)
  if (plain !== undefined) return readGivenHtml(plain)
  const read = await readMarkdownInTurn(notesToMarkdown(given))
  return read.outcome === 'read' ? read.html : undefined
}

/** Takes the first heading as the title, or makes a title from the opening sentence or key phrases. */
function takeTitle(blocks: Block[]): { title: string; rest: Block[] } {
  const [first, ...others] = blocks
  if (first && isHeading(first) && others.length > 0) {
    const title = lineOf(first.html)
    if (title !== '') return { title: shorten(title, maxTitleLength), rest: others }
  }
  const text = blocks.map((block) => lineOf(block.html, '; ')).join(' ')
  const opening = (sentencesOf(lineOf(first?.html ?? ''))[0] ?? '').replace(/(?<![.:;,])[.:;,]+$/, '')
  if (opening !== '' && [...opening].length <= 60) return { title: capitalize(opening), rest: blocks }
  const [one, two] = findKeyPhrases(text).map(({ phrase }) => phrase)
  const named = one && two ? `${capitalize(one)} and ${two}` : one ? capitalize(one) : opening
  return { title: shorten(named, maxTitleLength), rest: blocks }
}

/** Splits a long paragraph between sentences, never inside an inline element. */
function splitParagraph(block: Block): Block[] {
  if (block.tag !== 'p' || countWords(lineOf(block.html)) < longParagraph) return [block]
  const inner = block.html.replace(/^<p>/, '').replace(/<\/p>$/, '')
  const pieces = inner.split(/(<[^>]*>)/)
  const paragraphs: string[] = []
  let paragraph = ''
  let depth = 0
  for (const piece of pieces) {
    if (piece.startsWith('<')) {
      if (!/^<(?:br|img)\b/.test(piece)) depth += piece.startsWith('</') ? -1 : 1
      paragraph += piece
      continue
    }
    if (depth > 0) {
      paragraph += piece
      continue
    }
    for (const sentence of piece.split(/(?<=[.!?…][”’)]?)\s+(?=[\p{Lu}“‘(\d])/u)) {
      if (
        paragraph !== '' &&
        countWords(lineOf(paragraph)) >= longParagraph / 2 &&
        /[.!?…][”’)]?\s*$/.test(paragraph)
      ) {
        paragraphs.push(paragraph.trim())
        paragraph = sentence
      } else
        paragraph +=
          paragraph === '' || /\s$|>$/.test(paragraph) || /^\s/.test(sentence) ? sentence : ` ${sentence}`
    }
  }
  const last = paragraph.trim()
  // A short last sentence stays with the paragraph before it.
  if (paragraphs.length > 0 && countWords(lineOf(last)) < 15) paragraphs.push(`${paragraphs.pop()} ${last}`)
  else paragraphs.push(last)
  return paragraphs.map((html) => ({ tag: 'p', html: `<p>${html}</p>` }))
}

/** Adds headings to a long text that has none. They are generated from the key phrases of each section. */
function addHeadings(blocks: Block[]): Block[] {
  const words = blocks.map((block) => countWords(lineOf(block.html)))
  if (blocks.some(isHeading) || words.reduce((sum, count) => sum + count, 0) < longText) return blocks
  const sections: Block[][] = [[]]
  let count = 0
  for (const [index, block] of blocks.entries()) {
    if (count >= wordsPerSection && block.tag === 'p' && index < blocks.length - 1) {
      sections.push([])
      count = 0
    }
    sections.at(-1)?.push(block)
    count += words[index] ?? 0
  }
  const used = new Set<string>()
  return sections.flatMap((section, index) => {
    // The first section is the introduction.
    if (index === 0) return section
    const phrases = findKeyPhrases(section.map((block) => lineOf(block.html)).join(' '))
    const fresh = phrases.filter(({ phrase }) => !used.has(phrase.toLowerCase())).slice(0, 2)
    const [one, two] = fresh.map(({ phrase }) => phrase)
    if (one === undefined) return section
    for (const { phrase } of fresh) used.add(phrase.toLowerCase())
    const words = two ? `${one} and ${two}` : one
    return [{ tag: 'h2', html: `<h2>${toEntities(capitalize(words))}</h2>` }, ...section]
  })
}

/** Picks three to five tags. */
export function pickTags(text: string, headings: readonly string[]): string[] {
  const found = findKeyPhrases(text, headings)
    .slice(0, 5)
    .map(({ phrase }) => capitalize(phrase).slice(0, postLimits.tag))
  // A very short text has fewer than three phrases, so general tags make up the minimum of three.
  return cleanTags([...found, ...['Notes', 'Ideas', 'Tips'].slice(0, Math.max(0, 3 - found.length))])
}

const countWords = (text: string) => (text === '' ? 0 : text.split(' ').length)

function toEntities(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Fixes quotation marks, dashes, ellipses, and spaces. Does not change tags, code, and URLs. */
function polish(sanitized: string): string {
  let code = 0
  // The character before a quotation mark decides its direction, even if that character is in another inline element.
  let before = ''
  return sanitized.replaceAll(/<[^>]*>|[^<]+/g, (piece) => {
    if (piece.startsWith('<')) {
      if (/^<(?:pre|code)\b/.test(piece)) code++
      else if (/^<\/(?:pre|code)>/.test(piece)) code--
      else if (/^<\/?(?:p|h[1-3]|li|ul|ol|blockquote|br)\b/.test(piece)) before = ''
      return piece
    }
    if (code > 0) {
      before = piece.slice(-1)
      return piece
    }
    // The pattern for URLs matches only at the start of a word. Trying every letter of a 1 MB word would take minutes.
    return piece
      .split(/((?<!\S)\S+:\/\/\S+)/)
      .map((part) => {
        const polished = part.includes('://') ? part : polishText(part, before)
        before = polished.slice(-1) || before
        return polished
      })
      .join('')
  })
}

function polishText(text: string, before: string): string {
  const spaced = text
    .replaceAll('&quot;', '"')
    .replaceAll(/[ \t\u00a0]{2,}/g, ' ')
    .replaceAll(/ +(?=[,;!?](?:\s|$))/g, '')
    .replaceAll(/\.{3,}/g, '…')
    .replaceAll(/(?<=\S) (?:--|-) (?=\S)/g, ' – ')
    .replaceAll(/(?<=\p{L})--(?=\p{L})/gu, '—')
    .replaceAll(/(?<=[\p{L}\d])'(?=\p{L})/gu, '’')
  const opens = (index: number) => /^$|[\s([{–—‘“]/.test(index > 0 ? (spaced[index - 1] ?? '') : before)
  return spaced
    .replaceAll(/"/g, (_mark, index: number) => (opens(index) ? '“' : '”'))
    .replaceAll(/'/g, (_mark, index: number) => (opens(index) ? '‘' : '’'))
}
