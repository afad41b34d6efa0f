import { Parser } from 'htmlparser2'
import type TurndownService from 'turndown'
import { readMediaAddress } from '../../../media/contract/media.ts'
import { type PictureFacts, postSizes, toPicture } from '../../../media/server/picture.ts'
import { createConverter } from '../../../posts/server/rendering/html-to-markdown.ts'
import { readMarkdownInTurn } from '../../../posts/server/rendering/read-text.ts'

/**
 * How the text of a post is written in its file. `markdown`: HTML as the text editor writes it, without line breaks
 * between its blocks. `markdown-lines`: HTML that was itself read from Markdown. `html`: neither gives the same text.
 */
export type Body = { format: 'markdown' | 'markdown-lines' | 'html'; text: string }

type FindPicture = (name: string) => PictureFacts | undefined

let converter: Promise<TurndownService> | undefined

/**
 * Writes a post's HTML as Markdown from which `readRaw`, and `compact` unless the format is `markdown-lines`, give exactly
 * the same HTML. A block for which that is not possible stays HTML, which Markdown may contain.
 */
export async function writeBody(html: string, findPicture: FindPicture): Promise<Body> {
  const blocks = splitBlocks(html)
  converter ??= createOwnConverter()
  const turndown = await converter
  const written = blocks.map((block) => turndown.turndown(shortenPictures(block, findPicture)))
  const text = joinBlocks(written)
  const read = await readRaw(text, findPicture)
  if (read === html) return { format: 'markdown-lines', text }
  const whole = { format: 'html', text: html } as const
  if (read === undefined || blocks.join('') !== html) return whole
  if (compact(read) === html) return { format: 'markdown', text }
  const mixed = joinBlocks(await keepFaithful(blocks, written, compact(read), findPicture))
  const again = await readRaw(mixed, findPicture)
  return again !== undefined && compact(again) === html ? { format: 'markdown', text: mixed } : whole
}

/** Chooses Markdown for the blocks that come back as they were, and HTML for the others. */
async function keepFaithful(
  blocks: string[],
  written: string[],
  read: string,
  findPicture: FindPicture,
): Promise<string[]> {
  const back = splitBlocks(read)
  const chosen: string[] = []
  for (const [index, block] of blocks.entries()) {
    const markdown = written[index] ?? ''
    const found =
      back.length === blocks.length ? back[index] : compact((await readRaw(markdown, findPicture)) ?? '')
    chosen.push(found === block ? markdown : toOneLine(block))
  }
  return chosen
}

/** HTML without line breaks, which would end a block of HTML in Markdown */
function toOneLine(html: string): string {
  return html.replaceAll('\n', '&#10;')
}

/** The comment keeps two lists apart, which would otherwise become one. */
function joinBlocks(blocks: string[]): string {
  return blocks.reduce((text, block, index) => {
    if (index === 0) return block
    const isList = (one: string) => /^(?:[-*+]|\d+[.)])\s/.test(one)
    const between = isList(blocks[index - 1] ?? '') && isList(block) ? '\n\n<!-- -->\n\n' : '\n\n'
    return text + between + block
  }, '')
}

/** Marks a picture of which the Markdown names only one file */
const shortEnding = '.short'

async function readRaw(text: string, findPicture: FindPicture): Promise<string | undefined> {
  const local = text.replaceAll(
    /\]\(\.\.\/media\/([0-9a-f]{32})\/(\d{1,4})\.jpg\)/g,
    `](/media/$1-$2${shortEnding})`,
  )
  const read = await readMarkdownInTurn(local)
  return read.outcome === 'read' ? expandPictures(read.html, findPicture) : undefined
}

/** Replaces the attributes of a picture, which follow from its facts, by the path of a file in the export. */
function shortenPictures(html: string, findPicture: FindPicture): string {
  return html.replaceAll(/<img src="([^"]*)"[^>]* alt="([^"]*)"[^>]*>/g, (img, src: string, alt: string) => {
    const address = readMediaAddress(src)
    const facts = address && findPicture(address.name)
    return facts && img === writePicture(src, alt, facts)
      ? `<img src="../media/${facts.name}/${address.width}.jpg" alt="${alt}">`
      : img
  })
}

function expandPictures(html: string, findPicture: FindPicture): string {
  const short = /<img src="(\/media\/[0-9a-f]{32}-\d{1,4})\.short" alt="([^"]*)" \/>/g
  return html.replaceAll(short, (_, src: string, alt: string) => {
    const facts = findPicture(readMediaAddress(src)?.name ?? '')
    return facts ? writePicture(src, alt, facts) : `<img src="${src}" alt="${alt}" />`
  })
}

/** An `img` as the text editor writes it and the sanitizer stores it */
function writePicture(src: string, alt: string, facts: PictureFacts): string {
  const { srcset, width, height } = toPicture(facts)
  return `<img src="${src}" srcset="${srcset}" sizes="${postSizes}" alt="${alt}" width="${width}" height="${height}" />`
}

const voids = new Set(['br', 'img', 'hr'])
const blockNames = new Set([
  ...['p', 'h1', 'h2', 'h3', 'ul', 'ol', 'li', 'blockquote', 'pre'],
  ...['table', 'tbody', 'tr', 'th', 'td', 'aside', 'figure'],
])
/** Elements that hold blocks. White space between those means nothing. */
const containers = new Set([...blockNames].filter((name) => !/^(?:p|h[1-3]|pre)$/.test(name)))
const inlineOptions = { decodeEntities: false, recognizeSelfClosing: true, lowerCaseTags: false }

/** Splits sanitized HTML into its outermost elements. Text between them that is not white space is a block, too. */
function splitBlocks(html: string): string[] {
  const blocks: string[] = []
  let depth = 0
  let start = 0
  const cut = (to: number) => {
    if (html.slice(start, to).trim() !== '') blocks.push(html.slice(start, to))
    start = to
  }
  const parser = new Parser(
    {
      onopentag(name) {
        if (depth === 0 && blockNames.has(name)) cut(parser.startIndex)
        if (!voids.has(name)) depth++
      },
      onclosetag(name) {
        if (voids.has(name)) return
        depth--
        if (depth === 0 && blockNames.has(name)) cut(parser.endIndex + 1)
      },
    },
    inlineOptions,
  )
  parser.end(html)
  cut(html.length)
  return blocks.map((block) => block.replace(/^\n+|\n+$/g, ''))
}

/**
 * Writes HTML as the text editor does: no white space between blocks, and paragraphs in the items of lists and the cells
 * of tables.
 */
function compact(html: string): string {
  const out: string[] = []
  const open: { name: string; hasParagraph: boolean }[] = []
  const top = () => open.at(-1)
  const begin = (name?: string) => {
    const parent = top()
    if (!parent || !/^(li|td|th)$/.test(parent.name)) return
    const isBlock = name !== undefined && blockNames.has(name)
    if (!isBlock && !parent.hasParagraph) out.push('<p>')
    if (isBlock && parent.hasParagraph) endParagraph(out)
    parent.hasParagraph = !isBlock
  }
  const parser = new Parser(
    {
      onopentag(name) {
        begin(name)
        out.push(html.slice(parser.startIndex, parser.endIndex + 1))
        if (!voids.has(name)) open.push({ name, hasParagraph: false })
      },
      ontext(text) {
        const parent = top()
        const isBetween = !parent || (containers.has(parent.name) && !parent.hasParagraph)
        if (isBetween && /^\s*$/.test(text)) return
        begin()
        out.push(text)
      },
      onclosetag(name) {
        if (voids.has(name)) return
        if (open.pop()?.hasParagraph) endParagraph(out)
        out.push(`</${name}>`)
      },
    },
    inlineOptions,
  )
  parser.end(html)
  return out.join('')
}

/** Drops the white space at the end. In one long string, each call would copy all that is written so far. */
function endParagraph(out: string[]): void {
  while (out.length > 0 && out.at(-1)?.trim() === '') out.pop()
  out.push(out.pop()?.trimEnd() ?? '', '</p>')
}

async function createOwnConverter(): Promise<TurndownService> {
  const turndown = await createConverter()
  turndown.addRule('struck', { filter: 's', replacement: (text) => `~~${text}~~` })
  return turndown
}
