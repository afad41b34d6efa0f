import { escapeHtml } from '../../../../../core/contract/escape-html.ts'
import { type Element, isElement, type Node } from '../../../../posts/server/rendering/blocks/html-tree.ts'
import { type Conversion, filePlaceholder, toLabel } from './conversion.ts'
import { addPdf, toLinkHref } from './link-address.ts'
import { hasBlock, textOf } from './parse-html.ts'
import { joinPieces, type Piece, writeInline, writePicture } from './write-inline.ts'

// Parts of which blocks of more than one kind consist

/** Removes white space and line breaks at the ends. A paragraph without anything to see is dropped. */
export function tidyParagraph(pieces: Piece[]): string {
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
export function flatten(node: Node): Node[] {
  if (!isElement(node) || !hasBlock(node)) return [node]
  return [' ', ...node.children.flatMap(flatten), ' ']
}

export function writeEmphasis(conversion: Conversion, nodes: Node[], format: 'strong' | 'em'): string {
  const html = writeLine(conversion, nodes)
  if (html === '') return ''
  const inner = html.replaceAll(new RegExp(`</?${format}>`, 'g'), '')
  return html.startsWith('<img ') ? `<p>${html}</p>` : `<p><${format}>${inner}</${format}></p>`
}

export function writeCallout(conversion: Conversion, nodes: Node[], tone: string): string {
  const html = conversion.write(nodes)
  return html === '' ? '' : `<aside data-tone="${tone}">${html}</aside>`
}

export function writeButton(conversion: Conversion, element: Element): string {
  const href = toLinkHref(conversion, element.attributes.href)
  const label = toLabel(textOf(element))
  if (label === '') return conversion.write(element.children)
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
