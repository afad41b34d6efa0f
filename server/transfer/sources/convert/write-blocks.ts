import { escapeHtml } from '../../../../contracts/escape-html.ts'
import { readTone } from '../../../../contracts/post-blocks.ts'
import { type Conversion, filePlaceholder, toLabel } from './conversion.ts'
import { type Element, findName, hasClass, isButton, isElement, type Node, textOf } from './html-tree.ts'
import { addPdf, toLinkHref } from './link-address.ts'
import { writeCard, writeVideo } from './write-cards.ts'
import { writeCode } from './write-code.ts'
import { joinPieces, type Piece, wrap, writeInline, writePicture } from './write-inline.ts'
import { writeTable } from './write-table.ts'

/** Inline elements around a block, such as a link around a heading */
export type Wrapper = { opening: string; closing: string }

/** Writes nodes as blocks: text between blocks becomes paragraphs. */
export function writeBlocks(conversion: Conversion, nodes: Node[], wrappers: Wrapper[] = []): string {
  const parts: string[] = []
  let run: Node[] = []
  const flush = () => {
    if (run.length > 0) parts.push(writeParagraphs(conversion, run, wrappers))
    run = []
  }
  for (const node of nodes) {
    if (!isElement(node) || !node.hasBlock) {
      if (typeof node === 'object' && 'comment' in node) {
        const excerpt = conversion.context.format === 'wordpress' && /^more\b/.test(node.comment.trim())
        if (excerpt) {
          flush()
          conversion.excerpt ??= parts.join(' ')
        }
      }
      run.push(node)
      continue
    }
    flush()
    parts.push(writeBlock(conversion, node, wrappers))
  }
  flush()
  return parts.filter((part) => part !== '').join('')
}

function writeBlock(conversion: Conversion, element: Element, wrappers: Wrapper[]): string {
  const card = writeCard(conversion, element)
  if (card !== undefined) return card
  const { name, children } = element
  const inner = () => writeBlocks(conversion, children, wrappers)
  switch (name) {
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return writeHeading(conversion, element, wrappers)
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
      return isButton(element.attributes)
        ? writeButton(conversion, element)
        : writeWrapped(conversion, element, wrappers)
    case 'form':
      conversion.note('A form was left out.')
      return inner()
    case 'html':
    case 'body':
    case 'div':
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
    return writeBlocks(conversion, element.children, href === undefined ? wrappers : [...wrappers, link])
  }
  const format = formatNames[element.name] ?? element.name
  return writeBlocks(conversion, element.children, [
    ...wrappers,
    { opening: `<${format}>`, closing: `</${format}>` },
  ])
}

/** A poem in WordPress is preformatted, but not code. */
function writeVerse(conversion: Conversion, { children }: Element): string {
  const { keepsLines } = conversion
  conversion.keepsLines = true
  const html = writeBlocks(conversion, children)
  conversion.keepsLines = keepsLines
  return html
}

/** A text whose only content is an address: WordPress shows what is there. */
const bareAddress = /^https?:\/\/\S+$/

function writeParagraphs(conversion: Conversion, nodes: Node[], wrappers: Wrapper[]): string {
  const [only] = nodes.filter((node) => isElement(node) || (typeof node === 'string' && node.trim() !== ''))
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

const isBlank = (node: Node) => (typeof node === 'string' ? node.trim() === '' : !isElement(node))

/** Markdown and some editors make a link of an address that is alone. */
function writeBareLink({ attributes, children }: Element): string | undefined {
  const address = attributes.href?.trim() ?? ''
  return children.map(textOf).join('').trim() === address ? writeVideo(address) : undefined
}

function writeBareAddress(conversion: Conversion, html: string): string {
  const address = html.replaceAll('&#38;', '&')
  const card = writeCard(conversion, {
    name: 'iframe',
    attributes: { src: address, 'data-bare': '' },
    children: [],
    hasBlock: true,
  })
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

/** Removes white space and line breaks at the ends. A paragraph without anything to see is dropped. */
function tidyParagraph(pieces: Piece[]): string {
  const html = joinPieces(pieces)
    .replaceAll(/ +/g, ' ')
    .replaceAll(/(?: ?<br> ?)+/g, '<br>')
    .replaceAll(/^(?:\s|<br>)+|(?:\s|<br>)+$/g, '')
  const isVisible = html.includes('<img ') || html.replaceAll(/<[^>]*>|\s|\u200B|\uFEFF/g, '') !== ''
  return isVisible ? html : ''
}

/** One paragraph without blocks in it */
function writeLine(conversion: Conversion, nodes: Node[]): string {
  const flat = nodes.flatMap(flatten)
  return tidyParagraph(writeInline(conversion, flat))
}

/** The inline nodes in a block, with spaces between blocks */
function flatten(node: Node): Node[] {
  if (!isElement(node) || !node.hasBlock) return [node]
  return [' ', ...node.children.flatMap(flatten), ' ']
}

export function writeEmphasis(conversion: Conversion, nodes: Node[], format: 'strong' | 'em'): string {
  const html = writeLine(conversion, nodes)
  if (html === '') return ''
  const inner = html.replaceAll(new RegExp(`</?${format}>`, 'g'), '')
  return html.startsWith('<img ') ? `<p>${html}</p>` : `<p><${format}>${inner}</${format}></p>`
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
  return [
    html === '' ? '' : `<h${level}>${html}</h${level}>`,
    pictures.length > 0 ? writeParagraphs(conversion, pictures, []) : '',
  ]
    .filter((part) => part !== '')
    .join('')
}

function writeList(conversion: Conversion, element: Element): string {
  const items: string[] = []
  for (const child of element.children) {
    if (isElement(child) && child.name === 'li') items.push(writeBlocks(conversion, child.children))
    else if (isElement(child) && (child.name === 'ul' || child.name === 'ol')) {
      // A list directly in a list belongs to the item before it.
      const nested = writeList(conversion, child)
      items.push([items.pop() ?? '', nested].filter((part) => part !== '').join(''))
    } else if (!isBlank(child)) items.push(writeBlocks(conversion, [child]))
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
    const html = writeBlocks(conversion, element.children)
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

export function writeCallout(conversion: Conversion, nodes: Node[], tone: string): string {
  const html = writeBlocks(conversion, nodes)
  return html === '' ? '' : `<aside data-tone="${tone}">${html}</aside>`
}

/** Pictures of a figure with their captions: a paragraph each */
function writeFigure(conversion: Conversion, element: Element): string {
  // The text in WordPress's [caption] shortcode is the caption.
  if (!hasClass(element, 'import-caption')) return writeBlocks(conversion, element.children)
  const isMedia = (node: Node): boolean =>
    isElement(node) && (node.name === 'img' || findName(node, 'img') !== undefined)
  const media = element.children.filter(isMedia)
  const caption = element.children.filter((node) => !isMedia(node))
  return [writeBlocks(conversion, media), writeEmphasis(conversion, caption, 'em')]
    .filter((part) => part !== '')
    .join('')
}

export function writeButton(conversion: Conversion, element: Element): string {
  const href = toLinkHref(conversion, element.attributes.href)
  const label = toLabel(textOf(element))
  if (label === '') return writeBlocks(conversion, element.children)
  if (href === undefined) return `<p>${escapeHtml(label)}</p>`
  return `<p class="button-link"><a href="${escapeHtml(href)}">${escapeHtml(label)}</a></p>`
}

/** A paragraph that only links to a PDF becomes a file, if the archive has it. Empty for any other link. */
export function writeFileLink(conversion: Conversion, link: Element, title = textOf(link)): string {
  const index = addPdf(conversion, link.attributes.href, toLabel(title))
  return index === undefined ? '' : `<p>${filePlaceholder(index)}</p>`
}

export const writePictureBlock = (conversion: Conversion, element: Element): string => {
  const html = writePicture(conversion, element)
  return html === '' ? '' : `<p>${html}</p>`
}
