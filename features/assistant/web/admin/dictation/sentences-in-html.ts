/** A paragraph, heading, or list item with its sentences, which are numbered across the whole text */
export type TextBlock = { tag: string; sentences: { number: number; text: string }[] }

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })
const blocks = 'p, h1, h2, h3, li, pre'

export function readSentences(html: string): TextBlock[] {
  let number = 0
  return leavesOf(parse(html)).map((leaf) => ({
    tag: leaf.localName,
    sentences: cutSentences(leaf).map(({ segment }) => ({ number: number++, text: segment.trim() })),
  }))
}

/** Removes sentences from the HTML, and the elements that are empty afterward. */
export function withoutSentences(html: string, dropped: ReadonlySet<number>): string {
  const body = parse(html)
  let number = 0
  for (const leaf of leavesOf(body)) {
    const cuts = cutSentences(leaf).filter(() => dropped.has(number++))
    // From the last cut to the first, so that the offsets of the remaining cuts stay valid.
    for (const { index, segment } of cuts.reverse()) cutText(leaf, index, index + segment.length)
    if (cuts.length > 0) removeEmpty(leaf)
  }
  return body.innerHTML
}

const parse = (html: string) => new DOMParser().parseFromString(html, 'text/html').body

/** Blocks that contain no other block */
function leavesOf(body: HTMLElement): HTMLElement[] {
  return [...body.querySelectorAll<HTMLElement>(blocks)].filter((block) => !block.querySelector(blocks))
}

function cutSentences(leaf: HTMLElement): { index: number; segment: string }[] {
  // A heading or a code block counts as one sentence.
  if (/^(?:h[123]|pre)$/.test(leaf.localName))
    return leaf.textContent.trim() === '' ? [] : [{ index: 0, segment: leaf.textContent }]
  return [...segmenter.segment(leaf.textContent)].filter(({ segment }) => segment.trim() !== '')
}

function cutText(leaf: HTMLElement, from: number, to: number): void {
  const range = leaf.ownerDocument.createRange()
  range.setStart(...placeOf(leaf, from))
  range.setEnd(...placeOf(leaf, to))
  range.deleteContents()
}

function placeOf(leaf: HTMLElement, offset: number): [Node, number] {
  const walker = leaf.ownerDocument.createTreeWalker(leaf, NodeFilter.SHOW_TEXT)
  let left = offset
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const length = node.nodeValue?.length ?? 0
    if (left <= length) return [node, left]
    left -= length
  }
  return [leaf, leaf.childNodes.length]
}

function removeEmpty(element: Element): void {
  if (element.textContent.trim() !== '' || element.querySelector('img')) return
  const { parentElement } = element
  element.remove()
  if (parentElement && parentElement.localName !== 'body') removeEmpty(parentElement)
}
