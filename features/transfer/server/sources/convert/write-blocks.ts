import { escapeHtml } from '../../../../../core/contract/escape-html.ts'
import { readTone } from '../../../../posts/contract/post-blocks.ts'
import {
  createElement,
  type Element,
  findAll,
  findName,
  isElement,
  type Node,
} from '../../../../posts/server/rendering/blocks/html-tree.ts'
import type { Conversion, Wrapper } from './conversion.ts'
import { noteLostLink, toLinkHref } from './link-address.ts'
import { hasBlock, hasClass, isBlank, isButton, textOf } from './parse-html.ts'
import { writeCard, writeVideo } from './write-cards.ts'
import { type Piece, wrap, writeInline } from './write-inline.ts'
import {
  flatten,
  tidyParagraph,
  writeButton,
  writeCallout,
  writeEmphasis,
  writeFileLink,
} from './write-parts.ts'
import { writeTable } from './write-table.ts'

/** Writes nodes as blocks: text between blocks becomes paragraphs. */
export function writeBlocks(conversion: Conversion, nodes: Node[], wrappers: Wrapper[]): string {
  const parts: string[] = []
  let run: Node[] = []
  const flush = () => {
    if (run.length > 0) parts.push(writeParagraphs(conversion, run, wrappers))
    run = []
  }
  for (const node of nodes) {
    if (isElement(node) && hasBlock(node)) {
      flush()
      parts.push(writeBlock(conversion, node, wrappers))
      continue
    }
    if (conversion.context.format === 'wordpress' && isElement(node) && isMore(node)) {
      flush()
      conversion.excerpt ??= parts.join(' ')
    }
    run.push(node)
  }
  flush()
  return parts.join('')
}

/** WordPress's `<!--more-->`, at the end of the excerpt */
const isMore = ({ name, attributes }: Element) =>
  name === '#comment' && /^more\b/.test(attributes.text?.trim() ?? '')

function writeBlock(conversion: Conversion, element: Element, wrappers: Wrapper[]): string {
  const card = writeCard(conversion, element)
  if (card !== undefined) return card
  const { name, children } = element
  const inner = () => conversion.write(children, wrappers)
  if (/^h[1-6]$/.test(name)) return writeHeading(conversion, element, wrappers)
  switch (name) {
    case 'ul':
    case 'ol':
    case 'menu':
    case 'dir':
      return writeList(conversion, element)
    case 'blockquote':
      return writeQuote(conversion, element)
    case 'pre':
      return hasClass(element, 'wp-block-verse')
        ? writeVerse(conversion, element)
        : writeCode(conversion, element)
    case 'aside':
      return 'data-tone' in element.attributes
        ? writeCallout(conversion, children, readTone(element.attributes['data-tone']))
        : inner()
    case 'hr':
      return '<p>* * *</p>'
    case 'table':
      return writeTable(conversion, element)
    case 'dt':
    case 'summary':
      return writeEmphasis(conversion, children, 'strong')
    case 'figcaption':
    case 'caption':
      return writeEmphasis(conversion, children, 'em')
    case 'figure':
      return writeFigure(conversion, element)
    case 'a':
      return isButton(element)
        ? writeButton(conversion, element)
        : writeWrapped(conversion, element, wrappers)
    case 'form':
      conversion.note('A form was left out.')
      return inner()
    default:
      return formatted.has(name) ? writeWrapped(conversion, element, wrappers) : inner()
  }
}

/** Inline elements that may be around blocks in old texts */
const formatted = new Set(['strong', 'b', 'em', 'i', 'u', 's', 'del', 'strike'])
const formatNames: Record<string, string> = { b: 'strong', i: 'em', del: 's', strike: 's' }

function writeWrapped(conversion: Conversion, element: Element, wrappers: Wrapper[]): string {
  if (element.name === 'a') {
    const href = toLinkHref(conversion, element.attributes.href)
    const link = { opening: `<a href="${escapeHtml(href ?? '')}">`, closing: '</a>' }
    return conversion.write(element.children, href === undefined ? wrappers : [...wrappers, link])
  }
  const format = formatNames[element.name] ?? element.name
  return conversion.write(element.children, [
    ...wrappers,
    { opening: `<${format}>`, closing: `</${format}>` },
  ])
}

/** A poem in WordPress is preformatted, but not code. */
function writeVerse(conversion: Conversion, { children }: Element): string {
  const { keepsLines } = conversion
  conversion.keepsLines = true
  const html = conversion.write(children)
  conversion.keepsLines = keepsLines
  return html
}

/** A text whose only content is an address: WordPress shows what is there. */
const bareAddress = /^https?:\/\/\S+$/

function writeParagraphs(conversion: Conversion, nodes: Node[], wrappers: Wrapper[]): string {
  const [only] = nodes.filter((node) => !isBlank(node))
  const link = isElement(only) && only.name === 'a' ? only : undefined
  const isAlone = link && nodes.every((node) => node === link || isBlank(node))
  const video = isAlone && writeBareLink(link)
  if (video) return video
  const file = isAlone ? writeFileLink(conversion, link) : ''
  if (file) return file
  let pieces = writeInline(conversion, nodes)
  for (const { opening, closing } of wrappers.toReversed()) pieces = wrap(pieces, opening, closing)
  return splitParagraphs(pieces)
    .map((paragraph) => tidyParagraph(paragraph))
    .filter((html) => html !== '')
    .map((html) => (bareAddress.test(html) ? writeBareAddress(conversion, html) : `<p>${html}</p>`))
    .join('')
}

/** Markdown and some editors make a link of an address that is alone. */
function writeBareLink({ attributes, children }: Element): string | undefined {
  const address = attributes.href?.trim() ?? ''
  return children.map(textOf).join('').trim() === address ? writeVideo(address) : undefined
}

function writeBareAddress(conversion: Conversion, html: string): string {
  const address = html.replaceAll('&#38;', '&')
  const card = writeCard(conversion, createElement('iframe', [], { src: address, 'data-bare': '' }))
  return card ?? `<p>${html}</p>`
}

/** Two line breaks in a row end a paragraph. */
function splitParagraphs(pieces: Piece[]): Piece[][] {
  const paragraphs: Piece[][] = [[]]
  let breaks = 0
  for (const piece of pieces) {
    if (piece === 'break') breaks++
    else if (piece.html.trim() === '') {
      if (breaks === 0) paragraphs.at(-1)?.push(piece)
    } else {
      if (breaks > 1) paragraphs.push([])
      else if (breaks === 1) paragraphs.at(-1)?.push('break')
      breaks = 0
      paragraphs.at(-1)?.push(piece)
    }
  }
  return paragraphs
}

function writeHeading(conversion: Conversion, element: Element, wrappers: Wrapper[]): string {
  const level = Math.min(3, Math.max(2, Number(element.name.slice(1)) + conversion.headingShift))
  const flat = element.children.flatMap(flatten)
  const pictures = flat.filter((node) => isElement(node) && node.name === 'img')
  let pieces = writeInline(
    conversion,
    flat.filter((node) => !pictures.includes(node)),
  )
  for (const { opening, closing } of wrappers.toReversed()) pieces = wrap(pieces, opening, closing)
  const html = tidyParagraph(pieces.map((piece) => (piece === 'break' ? { html: ' ' } : piece)))
  const heading = html === '' ? '' : `<h${level}>${html}</h${level}>`
  return heading + writeParagraphs(conversion, pictures, [])
}

function writeList(conversion: Conversion, element: Element): string {
  const items: string[] = []
  for (const child of element.children) {
    if (isElement(child) && child.name === 'li') items.push(conversion.write(child.children))
    else if (isElement(child) && (child.name === 'ul' || child.name === 'ol')) {
      // A list directly in a list belongs to the item before it.
      items.push((items.pop() ?? '') + writeList(conversion, child))
    } else if (!isBlank(child)) items.push(conversion.write([child]))
  }
  const filled = items.filter((item) => item !== '')
  if (filled.length === 0) return ''
  const isOrdered = element.name === 'ol'
  const start = /^\d{1,9}$/.test(element.attributes.start ?? '') ? Number(element.attributes.start) : 1
  const opening = isOrdered ? (start === 1 ? '<ol>' : `<ol start="${start}">`) : '<ul>'
  return `${opening}${filled.map((item) => `<li>${item}</li>`).join('')}</${isOrdered ? 'ol' : 'ul'}>`
}

/** Kinds of callouts in GitHub's and Obsidian's Markdown, with ours */
const tones: Record<string, string> = {
  ...{ tip: 'tip', hint: 'tip', success: 'tip', check: 'tip', done: 'tip' },
  ...{
    important: 'important',
    warning: 'important',
    caution: 'important',
    attention: 'important',
    danger: 'important',
  },
}

function writeQuote(conversion: Conversion, element: Element): string {
  const [, kind] = /^\s*\[!(\w{1,20})\][+-]?/.exec(textOf(element)) ?? []
  if (kind === undefined) {
    const html = conversion.write(element.children)
    return html === '' ? '' : `<blockquote>${html}</blockquote>`
  }
  removeMark(element)
  return writeCallout(conversion, element.children, tones[kind.toLowerCase()] ?? 'note')
}

/** Removes the mark of a callout, and the line break after it. */
function removeMark(element: Element): boolean {
  for (const [index, child] of element.children.entries()) {
    if (typeof child === 'string') {
      if (child.trim() === '') continue
      element.children[index] = child.replace(/^\s*\[!\w{1,20}\][+-]?\s*/, '')
      return true
    }
    if (isElement(child) && removeMark(child)) return true
  }
  return false
}

/** Pictures of a figure with their captions: a paragraph each */
function writeFigure(conversion: Conversion, element: Element): string {
  // The text in WordPress's [caption] shortcode is the caption.
  if (!hasClass(element, 'import-caption')) return conversion.write(element.children)
  const isMedia = (node: Node): boolean =>
    isElement(node) && (node.name === 'img' || findName(node, 'img') !== undefined)
  const media = element.children.filter(isMedia)
  const caption = element.children.filter((node) => !isMedia(node))
  return conversion.write(media) + writeEmphasis(conversion, caption, 'em')
}

/** Class names with which plugins and other systems name a language */
const languageClass = /(?:^|[\s:;])(?:language-|lang-|lang:|brush:\s*|highlight-source-)([a-z\d+#-]{1,30})/i

/** Writes preformatted text as code, with its language if its classes name it. Links in it are named. */
function writeCode(conversion: Conversion, element: Element): string {
  const code = findName(element, 'code')
  const classes = [element, code].map((one) => one?.attributes.class ?? '').join(' ')
  const named =
    languageClass.exec(classes)?.[1] ??
    element.attributes['data-enlighter-language'] ??
    element.attributes['data-language'] ??
    code?.attributes['data-lang']
  const language =
    named && /^[a-z\d+#-]{1,30}$/i.test(named) ? ` class="language-${named.toLowerCase()}"` : ''
  const text = textOf(element).replaceAll(/\r\n?/g, '\n').replace(/^\n/, '').trimEnd()
  if (text.trim() === '') return ''
  // Highlighters link numbers of lines to themselves.
  const links = findAll(element, (one) => one.name === 'a' && /^[^#]/.test(one.attributes.href ?? ''))
  for (const { attributes } of links) noteLostLink(conversion, attributes.href ?? '')
  return `<pre><code${language}>${escapeHtml(text)}</code></pre>`
}
