import { Parser } from 'htmlparser2'
import { maxDepth } from './convert-limits.ts'

export type Element = {
  name: string
  attributes: Record<string, string>
  children: Node[]
  /** True if it is a block or contains one, so that it cannot be inside a paragraph */
  hasBlock: boolean
}
export type Comment = { comment: string }
export type Node = Element | Comment | string

export const isElement = (node: Node | undefined): node is Element =>
  typeof node === 'object' && 'name' in node

/** Elements whose content is nothing to read. `noscript` repeats a picture that is loaded late. */
const skipped = new Set([
  ...[
    'script',
    'style',
    'template',
    'noscript',
    'svg',
    'math',
    'canvas',
    'head',
    'title',
    'meta',
    'link',
    'base',
  ],
  ...['select', 'option', 'datalist', 'textarea', 'button', 'track', 'source', 'param', 'map', 'area'],
])

/** The accordion of WordPress has its headings in buttons, with a sign such as “+”. */
function isSkipped(name: string, { class: classes = '' }: Record<string, string>): boolean {
  if (classes.includes('wp-block-accordion-heading__toggle-icon')) return true
  return skipped.has(name) && !classes.includes('wp-block-accordion-heading__toggle')
}

const blocks = new Set([
  ...[
    'address',
    'article',
    'aside',
    'blockquote',
    'body',
    'center',
    'dd',
    'details',
    'dialog',
    'dir',
    'div',
    'dl',
  ],
  ...[
    'dt',
    'fieldset',
    'figcaption',
    'figure',
    'footer',
    'form',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'header',
    'hr',
  ],
  ...[
    'html',
    'li',
    'main',
    'menu',
    'nav',
    'ol',
    'p',
    'pre',
    'section',
    'summary',
    'table',
    'tbody',
    'td',
    'tfoot',
  ],
  ...['th', 'thead', 'tr', 'ul', 'caption', 'iframe', 'video', 'audio', 'embed', 'object'],
])

/** Classes of links that look like buttons */
const buttonClass =
  /(?:^|\s)(?:wp-block-button__link|wp-element-button|kg-btn|kg-product-card-button|kg-header-card-button|kg-cta-button|button-link)(?:\s|$)/

/** Parses any HTML. Never fails, and the tree is at most `maxDepth` deep. */
export function parseHtml(html: string, onSkipped: (element: Omit<Element, 'children'>) => void): Element {
  const root: Element = { name: 'root', attributes: {}, children: [], hasBlock: true }
  const open: Element[] = [root]
  /** Depth below elements that are skipped or too deep */
  let skipping = 0
  let tooDeep = 0
  const parser = new Parser({
    onopentag(name, attributes) {
      if (skipping > 0 || isSkipped(name, attributes)) {
        if (skipping === 0) onSkipped({ name, attributes, hasBlock: false })
        skipping++
        return
      }
      if (open.length > maxDepth) {
        tooDeep++
        return
      }
      const element: Element = { name, attributes, children: [], hasBlock: isBlock(name, attributes) }
      if (element.hasBlock) markBlock(open)
      open.at(-1)?.children.push(element)
      open.push(element)
    },
    onclosetag() {
      if (skipping > 0) skipping--
      else if (tooDeep > 0) tooDeep--
      else if (open.length > 1) open.pop()
    },
    ontext(text) {
      if (skipping > 0) return
      const { children } = open.at(-1) ?? root
      const last = children.at(-1)
      // The parser reports an entity as a text of its own.
      if (typeof last === 'string') children[children.length - 1] = last + text
      else children.push(text)
    },
    oncomment(comment) {
      if (skipping === 0) open.at(-1)?.children.push({ comment })
    },
  })
  parser.end(html)
  return root
}

function isBlock(name: string, attributes: Record<string, string>): boolean {
  return blocks.has(name) || (name === 'a' && isButton(attributes))
}

export const isButton = (attributes: Record<string, string>) =>
  buttonClass.test(attributes.class ?? '') && attributes.href !== undefined

/** Stops at the first one that is marked already: all around it are, too. */
function markBlock(open: Element[]): void {
  for (let index = open.length - 1; index >= 0; index--) {
    const element = open[index]
    if (!element || element.hasBlock) return
    element.hasBlock = true
  }
}

export const hasClass = (element: Element, name: string): boolean =>
  (element.attributes.class ?? '').split(/\s+/).includes(name)

/** All text of an element, as it is in the source */
export function textOf(node: Node): string {
  if (typeof node === 'string') return node
  if (!isElement(node)) return ''
  if (node.name === 'br') return '\n'
  return node.children.map(textOf).join('')
}

/** The first element below for which `matches` is true, in the order of the text */
export function find(node: Element, matches: (element: Element) => boolean): Element | undefined {
  for (const child of node.children) {
    if (!isElement(child)) continue
    if (matches(child)) return child
    const found = find(child, matches)
    if (found) return found
  }
  return undefined
}

export const findClass = (node: Element, name: string) => find(node, (element) => hasClass(element, name))
export const findName = (node: Element, ...names: string[]) => find(node, ({ name }) => names.includes(name))

export function findAll(node: Element, matches: (element: Element) => boolean): Element[] {
  return node.children.flatMap((child) =>
    isElement(child) ? [...(matches(child) ? [child] : []), ...findAll(child, matches)] : [],
  )
}
