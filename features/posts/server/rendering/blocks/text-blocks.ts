import { createElement, type Element, findName, isElement, type Node, textOfTree } from './html-tree.ts'

const blocks = new Set([
  ...['p', 'h1', 'h2', 'h3', 'ul', 'ol', 'li', 'blockquote', 'pre'],
  ...['table', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'caption', 'aside', 'figure'],
])

export const isTablePart = (name: string) => /^(?:thead|tbody|tfoot|tr|t[hd]|caption)$/.test(name)
export const isContainer = (name: string) => ['ul', 'ol', 'li', 'blockquote'].includes(name)
export const isBlock = (name: string) => blocks.has(name)

/** True for tables and the like, for elements around them, and for paragraphs around other blocks */
export function isAffected(node: Node): boolean {
  if (!isElement(node)) return false
  return (
    isTablePart(node.name) ||
    ['table', 'aside', 'figure'].includes(node.name) ||
    (node.name === 'p' && 'class' in node.attributes) ||
    node.children.some(isAffected) ||
    (!isContainer(node.name) && hasBlock(node))
  )
}

/** Converts any content to what a table cell or a callout may hold: paragraphs and lists. No text is lost. */
export function toTextBlocks(nodes: readonly Node[]): Element[] {
  const found: Element[] = []
  let run: Node[] = []
  const endRun = () => {
    const line = trimRun(run)
    if (line.length > 0) found.push(createElement('p', line))
    run = []
  }
  for (const node of nodes) {
    if (!isElement(node) || (!isBlock(node.name) && !hasBlock(node))) run.push(node)
    else {
      endRun()
      found.push(...toBlocks(node))
    }
  }
  endRun()
  return found
}

function toBlocks(node: Element): Element[] {
  const { name, children } = node
  switch (name) {
    case 'p':
      return hasBlock(node) ? toTextBlocks(children) : [createElement('p', children)]
    case 'h1':
    case 'h2':
    case 'h3':
      return toTextBlocks([createElement('strong', children)])
    case 'pre':
      return [createElement('p', [createElement('code', toLines(textOfTree(children, '')))])]
    case 'ul':
    case 'ol':
      return [toList(node)]
  }
  const inner = toTextBlocks(children)
  if (isBlock(name)) return inner
  // An inline element around blocks moves into its paragraphs.
  return inner.map((block) =>
    block.name === 'p' && block.children.length > 0
      ? createElement('p', [{ ...node, children: block.children }])
      : block,
  )
}

/** A list whose entries hold none of the blocks that are allowed at the top level only */
function toList(list: Element): Element {
  return {
    ...list,
    children: list.children.flatMap((node): Node[] => {
      if (!isElement(node)) return /\S/.test(node) ? [createElement('li', [node])] : []
      if (node.name !== 'li') return [createElement('li', toTextBlocks([node]))]
      return [{ ...node, children: node.children.flatMap(toListContent) }]
    }),
  }
}

function toListContent(node: Node): Node[] {
  if (!isElement(node)) return [node]
  if (node.name === 'ul' || node.name === 'ol') return [toList(node)]
  return isAffected(node) ? toTextBlocks([node]) : [node]
}

export function hasBlock({ children }: Element): boolean {
  return children.some((node) => isElement(node) && (isBlock(node.name) || hasBlock(node)))
}

/** Inline content without white space and line breaks at its ends; empty if there is nothing to see */
function trimRun(run: readonly Node[]): Node[] {
  if (textOfTree(run, '').trim() === '' && !findName(run, 'img')) return []
  const isGap = (node: Node | undefined) => (isElement(node) ? node.name === 'br' : node?.trim() === '')
  const line = [...run]
  while (isGap(line[0])) line.shift()
  while (isGap(line.at(-1))) line.pop()
  return line.map((node, index) => {
    if (isElement(node)) return node
    const start = index === 0 ? node.trimStart() : node
    return index === line.length - 1 ? start.trimEnd() : start
  })
}

function toLines(code: string): Node[] {
  const lines = code.replace(/\n+$/, '').split('\n')
  return lines.flatMap((line, index) => (index === 0 ? [line] : [createElement('br', []), line]))
}
