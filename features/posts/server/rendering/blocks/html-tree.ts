import { Parser } from 'htmlparser2'

/** A comment is an element of the name `#comment`, whose text is an attribute. */
export type Element = { name: string; attributes: Record<string, string>; children: Node[] }
export type Node = Element | string

export const isElement = (node: Node | undefined): node is Element => typeof node === 'object'

export const createElement = (
  name: string,
  children: Node[],
  attributes: Record<string, string> = {},
): Element => ({ name, attributes, children })

type Matches = (element: Element) => boolean
/** Some nodes, or an element in which to search */
type Within = Element | readonly Node[]

const nodesOf = (within: Within): readonly Node[] => ('children' in within ? within.children : within)

/** The first element for which `matches` is true, at any depth */
export function find(within: Within, matches: Matches): Element | undefined {
  for (const node of nodesOf(within)) {
    if (!isElement(node)) continue
    const found = matches(node) ? node : find(node, matches)
    if (found) return found
  }
  return undefined
}

export const findName = (within: Within, ...names: string[]) =>
  find(within, ({ name }) => names.includes(name))

/** All elements for which `matches` is true, in the order of the text */
export const findAll = (within: Within, matches: Matches): Element[] =>
  nodesOf(within).flatMap((node) =>
    isElement(node) ? [...(matches(node) ? [node] : []), ...findAll(node, matches)] : [],
  )

/** Adds a text. The parser reports an entity as a text of its own. */
export function addText(children: Node[], text: string): void {
  const last = children.at(-1)
  if (typeof last === 'string') children[children.length - 1] = last + text
  else children.push(text)
}

/** Parses HTML from the sanitizer. Texts and attributes stay as they are written, with their entities. */
export function parseTree(sanitized: string): Node[] {
  const root = createElement('', [])
  const open = [root]
  const top = () => open.at(-1) ?? root
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        // As in browsers, an entry of a list ends where the next one begins.
        if (name === 'li' && top().name === 'li') open.pop()
        // A link in a link is no link, but its text stays.
        const isInLink = name === 'a' && open.some((element) => element.name === 'a')
        const element = createElement(name, isInLink ? top().children : [], attributes)
        if (!isInLink) top().children.push(element)
        open.push(element)
      },
      onclosetag(name) {
        if (top().name === name) open.pop()
      },
      ontext: (text) => addText(top().children, text),
    },
    // In XML, paragraphs may be in paragraphs, as the sanitizer leaves them.
    { xmlMode: true, decodeEntities: false },
  )
  parser.end(sanitized)
  return root.children
}

/** Writes elements as the sanitizer does. */
export function writeTree(nodes: readonly Node[]): string {
  return nodes
    .map((node) => {
      if (!isElement(node)) return node
      const { name, attributes, children } = node
      const written = Object.entries(attributes).map(([key, value]) =>
        value === '' && key !== 'alt' ? ` ${key}` : ` ${key}="${value}"`,
      )
      if (name === 'br' || name === 'img') return `<${name}${written.join('')} />`
      return `<${name}${written.join('')}>${writeTree(children)}</${name}>`
    })
    .join('')
}

/** The text of nodes as it is written, with its entities. `between` separates blocks and lines. */
export function textOfTree(nodes: readonly Node[], between = ' '): string {
  return nodes
    .map((node) => {
      if (!isElement(node)) return node
      const text = textOfTree(node.children, between)
      return /^(?:p|h[1-3]|li|blockquote|pre|br|t[hdr])$/.test(node.name) ? `${text}${between}` : text
    })
    .join('')
}
