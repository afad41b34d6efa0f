import { escapeHtml } from '../../../../../core/contract/escape-html.ts'
import {
  type Element,
  findName,
  isElement,
  type Node,
} from '../../../../posts/server/rendering/blocks/html-tree.ts'
import { addPicture, type Conversion } from './conversion.ts'
import { toLinkHref } from './link-address.ts'
import { hasClass, textOf } from './parse-html.ts'

/** A piece of a paragraph. Line breaks are separate, because two of them end a paragraph. */
export type Piece = { html: string } | 'break'

/** Elements that keep their meaning, with the name that posts use */
const formats: Record<string, string> = {
  ...{ b: 'strong', strong: 'strong', i: 'em', em: 'em', cite: 'em', dfn: 'em', var: 'em' },
  ...{ u: 'u', ins: 'u', s: 's', del: 's', strike: 's' },
  ...{ code: 'code', kbd: 'code', samp: 'code', tt: 'code' },
}

/** Writes nodes that contain no block. */
export function writeInline(conversion: Conversion, nodes: Node[]): Piece[] {
  return nodes.flatMap((node) => writeNode(conversion, node))
}

/** Joins pieces to HTML with line breaks. */
export const joinPieces = (pieces: Piece[]): string =>
  pieces.map((piece) => (piece === 'break' ? '<br>' : piece.html)).join('')

function writeNode(conversion: Conversion, node: Node): Piece[] {
  if (!isElement(node)) return writeText(conversion, node)
  const { name, attributes, children } = node
  if (name === '#comment') {
    if (attributes.text?.trim() === 'members-only')
      conversion.note('The part for members is now readable by everyone once the post is published.')
    return []
  }
  if (name === 'br') return ['break']
  if (name === 'wbr') return []
  if (name === 'img') return [{ html: writePicture(conversion, node) }]
  if (name === 'input')
    return attributes.type === 'checkbox' ? [{ html: 'checked' in attributes ? '[x] ' : '[ ] ' }] : []
  if (name === 'q') return [{ html: '“' }, ...writeInline(conversion, children), { html: '”' }]
  if (name === 'sup' || name === 'sub') return writeSuperscript(conversion, node)
  if (name === 'a') return wrap(writeInline(conversion, children), linkTag(conversion, node), '</a>')
  const format = formats[name] ?? formatOfStyle(node)
  if (format === 'code')
    return (findName(node, 'a') ? children : [textOf(node)]).flatMap((part) => writeCode(conversion, part))
  return wrap(writeInline(conversion, children), format && `<${format}>`, `</${format}>`)
}

/** Code holds no link, but a link may hold code. */
function writeCode(conversion: Conversion, node: Node): Piece[] {
  const text = textOf(node).replaceAll(/\s+/g, ' ')
  if (text === '') return []
  const code = [{ html: `<code>${escapeHtml(text)}</code>` }]
  return isElement(node) && node.name === 'a' ? wrap(code, linkTag(conversion, node), '</a>') : code
}

/** Wraps pieces in a tag, also those between line breaks. Nothing is wrapped if there is nothing to see. */
export function wrap(pieces: Piece[], opening: string | undefined, closing: string): Piece[] {
  if (!opening) return pieces
  if (!pieces.some((piece) => piece !== 'break' && piece.html.trim() !== '')) return pieces
  const wrapped: Piece[] = []
  let run = ''
  // Bold text in bold text is bold. Links are never in links.
  const isFormat = !opening.includes(' ')
  const flush = () => {
    if (isFormat) run = run.replaceAll(opening, '').replaceAll(closing, '')
    if (run.trim() !== '') {
      // Spaces at the ends belong to the text around.
      const [, before = '', inner = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(run) ?? []
      wrapped.push({ html: before + opening + inner + closing + after })
    } else if (run !== '') wrapped.push({ html: run })
    run = ''
  }
  for (const piece of pieces)
    if (piece === 'break') {
      flush()
      wrapped.push(piece)
    } else run += piece.html
  flush()
  return wrapped
}

function writeText(conversion: Conversion, text: string): Piece[] {
  const tidy = (line: string) => ({ html: escapeHtml(line.replaceAll(/[ \t\r\n\f]+/g, ' ')) })
  if (!conversion.keepsLines || !text.includes('\n')) return [tidy(text)]
  return text
    .split(/\r\n|\r|\n/)
    .flatMap((line, index) => (index === 0 ? [tidy(line)] : ['break' as const, tidy(line)]))
}

function linkTag(conversion: Conversion, { attributes, children }: Element): string | undefined {
  // A picture that links to itself in full size: readers get it in full size anyway.
  const isPictureOnly = children.some((child) => isElement(child) && child.name === 'img')
  if (isPictureOnly && /\.(?:jpe?g|png|gif|webp|avif)(?:\?|$)/i.test(attributes.href ?? '')) return undefined
  // WordPress has a page for each file, which is not imported.
  if (isPictureOnly && /\battachment\b/.test(attributes.rel ?? '')) return undefined
  const href = toLinkHref(conversion, attributes.href)
  return href && `<a href="${escapeHtml(href)}">`
}

export function writePicture(conversion: Conversion, { attributes }: Element): string {
  // Tracking pixels
  if (attributes.width === '1' || attributes.height === '1') return ''
  const { class: classes = '', alt = '' } = attributes
  if (/(?:^|\s)(?:wp-smiley|emoji)(?:\s|$)/.test(classes)) return escapeHtml(alt)
  const given = ['src', 'data-src', 'data-lazy-src', 'data-original'].map((key) => attributes[key])
  const address =
    given.find((source) => source && !source.startsWith('data:')) ??
    attributes.srcset?.trim().split(/\s/)[0] ??
    attributes.src
  return address ? addPicture(conversion, address, alt) : ''
}

const superscripts: Record<string, string> = { sup: '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁿ', sub: '₀₁₂₃₄₅₆₇₈₉₊₋₍₎ₙ' }
const plain = '0123456789+-()n'

/** Posts have no superscript, and 10² must not become 102. */
function writeSuperscript(conversion: Conversion, element: Element): Piece[] {
  const text = textOf(element).trim()
  // Footnotes of WordPress (wp-includes/blocks/footnotes.php)
  if (hasClass(element, 'fn')) return [{ html: escapeHtml(`[${text}]`) }]
  const letters = superscripts[element.name] ?? ''
  if (text !== '' && [...text].every((letter) => plain.includes(letter)))
    return [{ html: [...text].map((letter) => letters[plain.indexOf(letter)]).join('') }]
  return writeInline(conversion, element.children)
}

/** Texts that were pasted from a word processor are bold by their style. */
function formatOfStyle({ name, attributes }: Element): string | undefined {
  if (name !== 'span' || !attributes.style) return undefined
  if (/font-weight:\s*(?:bold|[6-9]00)/i.test(attributes.style)) return 'strong'
  return /font-style:\s*italic/i.test(attributes.style) ? 'em' : undefined
}
