/** An element of sanitized HTML; `open` is its start tag, kept to the letter. */
export type Element = { name: string; open: string; children: Node[] }
/** Text is kept as it is written, with its entities. */
export type Node = Element | string

/** Elements of posts that have no end tag */
const empty = new Set(['br', 'img'])

/**
 * Parses HTML from the sanitizer, which closes every element and writes `<` and `>` only for tags. Anything else would
 * need a real parser.
 */
export function parseTree(sanitized: string): Node[] {
  const root: Element = { name: '', open: '', children: [] }
  const open = [root]
  let at = 0
  for (const tag of sanitized.matchAll(/<(\/?)([a-z][a-z0-9]*)[^>]*>/g)) {
    const [text, slash, name = ''] = tag
    let parent = open.at(-1) ?? root
    if (tag.index > at) parent.children.push(sanitized.slice(at, tag.index))
    at = tag.index + text.length
    if (!slash) {
      // As in browsers, an entry of a list ends where the next one begins.
      if (name === 'li' && parent.name === 'li') {
        open.pop()
        parent = open.at(-1) ?? root
      }
      // A link in a link is no link, but its text stays.
      const isInLink = name === 'a' && open.some((element) => element.name === 'a')
      const element = { name, open: text, children: isInLink ? parent.children : [] }
      if (!isInLink) parent.children.push(element)
      if (!empty.has(name)) open.push(element)
    } else if (parent !== root && parent.name === name) open.pop()
  }
  if (at < sanitized.length) (open.at(-1) ?? root).children.push(sanitized.slice(at))
  return root.children
}

export function writeTree(nodes: readonly Node[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return node
      return node.open + (empty.has(node.name) ? '' : `${writeTree(node.children)}</${node.name}>`)
    })
    .join('')
}

export function createElement(
  name: string,
  children: Node[],
  attributes: Record<string, string> = {},
): Element {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${value}"`)
  return { name, open: `<${name}${written.join('')}>`, children }
}

/** The value of an attribute as it is written, with its entities; undefined if the element has none */
export function readAttribute({ open }: Element, name: string): string | undefined {
  return new RegExp(` ${name}="([^"]*)"`).exec(open)?.[1]
}

/** The text of nodes as it is written, with its entities. `between` separates blocks and lines. */
export function textOfTree(nodes: readonly Node[], between = ' '): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return node
      const text = textOfTree(node.children, between)
      return /^(?:p|h[1-3]|li|blockquote|pre|br|t[hdr])$/.test(node.name) ? `${text}${between}` : text
    })
    .join('')
}

/** The first element of this name, at any depth */
export function findElement(nodes: readonly Node[], name: string): Element | undefined {
  return findElements(nodes, name)[0]
}

/** All elements of this name, in the order of the text */
export function findElements(nodes: readonly Node[], name: string): Element[] {
  return nodes.flatMap((node) => {
    if (typeof node === 'string') return []
    return [...(node.name === name ? [node] : []), ...findElements(node.children, name)]
  })
}
