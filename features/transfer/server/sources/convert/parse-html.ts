import { Parser } from 'htmlparser2'
import {
  addText,
  createElement,
  type Element,
  find,
  isElement,
  type Node,
} from '../../../../posts/server/rendering/blocks/html-tree.ts'
import { maxDepth } from './convert-limits.ts'

/** Elements whose content is nothing to read. `noscript` repeats a picture that is loaded late. */
const skipped = new Set(
  `script style template noscript svg math canvas head title meta link base
  select option datalist textarea button track source param map area`.split(/\s+/),
)

/** The accordion of WordPress has its headings in buttons, with a sign such as “+”. */
function isSkipped(name: string, { class: classes = '' }: Record<string, string>): boolean {
  if (classes.includes('wp-block-accordion-heading__toggle-icon')) return true
  return skipped.has(name) && !classes.includes('wp-block-accordion-heading__toggle')
}

const blocks = new Set(
  `address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer form
  h1 h2 h3 h4 h5 h6 header hr html li main menu nav ol p pre section summary table tbody td tfoot th thead tr ul caption
  iframe video audio embed object`.split(/\s+/),
)

/** Classes of links that look like buttons */
const buttonClass =
  /(?:^|\s)(?:wp-block-button__link|wp-element-button|kg-btn|kg-product-card-button|kg-header-card-button|kg-cta-button|button-link)(?:\s|$)/

/** Parses any HTML. Never fails, and the tree is at most `maxDepth` deep. */
export function parseHtml(html: string, onSkipped: (element: Element) => void): Element {
  const root = createElement('root', [])
  const open = [root]
  const top = () => open.at(-1) ?? root
  /** Depth below elements that are skipped or too deep */
  let skipping = 0
  let tooDeep = 0
  const parser = new Parser({
    onopentag(name, attributes) {
      const element = createElement(name, [], attributes)
      if (skipping > 0 || isSkipped(name, attributes)) {
        if (skipping === 0) onSkipped(element)
        skipping++
      } else if (open.length > maxDepth) tooDeep++
      else {
        top().children.push(element)
        open.push(element)
      }
    },
    onclosetag() {
      if (skipping > 0) skipping--
      else if (tooDeep > 0) tooDeep--
      else if (open.length > 1) open.pop()
    },
    ontext(text) {
      if (skipping === 0) addText(top().children, text)
    },
    oncomment(text) {
      if (skipping === 0) top().children.push(createElement('#comment', [], { text }))
    },
  })
  parser.end(html)
  return root
}

export const isButton = ({ name, attributes }: Element) =>
  name === 'a' && buttonClass.test(attributes.class ?? '') && attributes.href !== undefined

const known = new WeakMap<Element, boolean>()

/** True for a block, and for an element that contains one, so that it cannot be inside a paragraph */
export function hasBlock(node: Node): boolean {
  if (!isElement(node)) return false
  const has = known.get(node) ?? (blocks.has(node.name) || isButton(node) || node.children.some(hasBlock))
  known.set(node, has)
  return has
}

/** True if there is nothing to see: white space, or a comment */
export const isBlank = (node: Node) => (isElement(node) ? node.name === '#comment' : node.trim() === '')

export const hasClass = (element: Element, name: string): boolean =>
  (element.attributes.class ?? '').split(/\s+/).includes(name)

export const findClass = (element: Element, name: string) => find(element, (one) => hasClass(one, name))

/** All text of an element, as it is in the source */
export function textOf(node: Node): string {
  if (!isElement(node)) return node
  return node.name === 'br' ? '\n' : node.children.map(textOf).join('')
}
