/** A top-level element of sanitized HTML */
export type Block = { tag: string; html: string }

const tags = /<(\/?)([a-z][a-z0-9]*)[^>]*>/g
const voidElements = new Set(['br', 'img'])
const inline = new Set(['strong', 'em', 'u', 's', 'a', 'code', 'br', 'img'])

/** Splits HTML into its top-level blocks. Inline content between them becomes paragraphs. */
export function splitBlocks(sanitized: string): Block[] {
  const blocks: Block[] = []
  let loose = ''
  const endLoose = () => {
    if (loose.trim() !== '') blocks.push({ tag: 'p', html: `<p>${loose.trim()}</p>` })
    loose = ''
  }
  let depth = 0
  let start = 0
  let open = ''
  for (const { 0: whole, 1: slash, 2: name = '', index } of sanitized.matchAll(tags)) {
    if (voidElements.has(name)) continue
    if (depth === 0 && !slash) {
      loose += sanitized.slice(start, index)
      start = index
      open = name
    }
    depth += slash ? -1 : 1
    if (depth > 0) continue
    depth = 0
    const end = index + whole.length
    const html = sanitized.slice(start, end)
    start = end
    if (inline.has(open)) loose += html
    else {
      endLoose()
      blocks.push({ tag: open, html })
    }
  }
  loose += sanitized.slice(start)
  endLoose()
  return blocks
}

export const isHeading = ({ tag }: Block) => /^h[1-3]$/.test(tag)
