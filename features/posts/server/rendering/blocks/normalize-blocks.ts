import { readVideoAddress, videoPageUrl, videoProviderNames } from '../../../../../core/contract/video.ts'
import { readFileAddress } from '../../../../media/contract/files.ts'
import { isLinkAddress, isOwnAddress } from '../../../contract/link-address.ts'
import { readTone } from '../../../contract/post-blocks.ts'
import {
  createElement,
  type Element,
  findAll,
  findName,
  isElement,
  type Node,
  parseTree,
  textOfTree,
  writeTree,
} from './html-tree.ts'
import { normalizeTable, type TableBudget } from './normalize-table.ts'
import { hasBlock, isAffected, isBlock, isContainer, isTablePart, toTextBlocks } from './text-blocks.ts'

/** Markup of tables, callouts, videos, buttons, and files, in the forms in which others may write it */
const markup = /<(?:table|thead|tbody|tfoot|tr|t[hd]|caption|aside|figure)[ >]|<p class="| data-bytes="/

/**
 * Brings tables, callouts, videos, buttons, and files in sanitized HTML into the one form that posts store and that the
 * text editor writes:
 *
 * - `<table><tbody><tr><th><p>A</p></th></tr></tbody></table>`, rectangular; cells hold `p`, `ul`, and `ol`
 * - `<aside data-tone="note"><p>A</p></aside>`, which holds the same
 * - `<figure class="video"><a href="https://vimeo.com/1">Title</a></figure>`, with a picture of ours before the title
 * - `<p class="button-link"><a href="https://example.org">Label</a></p>`
 * - `<p class="file-link"><a href="/files/..." data-bytes="1">Title</a></p>`
 *
 * They are at the top level only; elsewhere they become text. Other HTML comes back unchanged.
 */
export function normalizeBlocks(sanitized: string): string {
  if (!markup.test(sanitized)) return sanitized
  const normalized = writeTree(normalizeFlow(parseTree(sanitized), { cells: 0 }))
  // Only the block of a file has the size.
  return normalized.replaceAll(
    /(<p class="file-link">)?(<a href="[^"]*") data-bytes="\d+">/g,
    (link, isFile: string | undefined, start: string) => (isFile ? link : `${start}>`),
  )
}

function normalizeFlow(nodes: readonly Node[], budget: TableBudget): Node[] {
  return nodes.flatMap((node) => {
    if (!isElement(node) || !isAffected(node)) return [node]
    switch (node.name) {
      case 'table':
        return normalizeTable(node, budget)
      case 'aside':
        return normalizeCallout(node, budget)
      case 'figure':
        return normalizeVideo(node)
      case 'ul':
      case 'ol':
      case 'li':
      case 'blockquote':
        return [{ ...node, children: flattenInside(node.children) }]
      case 'p':
        if (node.attributes.class && !hasBlock(node)) return [normalizeLink(node)]
        return splitAround({ ...node, attributes: {} }, budget)
      default:
        return isTablePart(node.name) ? toTextBlocks([node]) : splitAround(node, budget)
    }
  })
}

/** Lists and quotations hold none of the blocks: what is in them becomes text. */
function flattenInside(nodes: readonly Node[]): Node[] {
  return nodes.flatMap((node) => {
    if (!isElement(node) || !isAffected(node)) return [node]
    return isContainer(node.name)
      ? [{ ...node, children: flattenInside(node.children) }]
      : toTextBlocks([node])
  })
}

/** Takes the blocks out of a paragraph, a heading, or an inline element. What is around them keeps the element. */
function splitAround(element: Element, budget: TableBudget): Node[] {
  const split: Node[] = []
  let run: Node[] = []
  const endRun = () => {
    if (textOfTree(run).trim() !== '' || findName(run, 'img')) split.push({ ...element, children: run })
    run = []
  }
  for (const part of normalizeFlow(element.children, budget)) {
    if (!isElement(part) || !isBlock(part.name)) run.push(part)
    else {
      endRun()
      split.push(part)
    }
  }
  endRun()
  return split
}

function normalizeCallout(aside: Element, budget: TableBudget): Node[] {
  const tone = aside.attributes['data-tone']
  // Other sites use this element for anything beside the text.
  if (!tone) return normalizeFlow(aside.children, budget)
  const blocks = toTextBlocks(aside.children)
  return [
    createElement('aside', blocks.length > 0 ? blocks : [createElement('p', [])], {
      'data-tone': readTone(tone),
    }),
  ]
}

function normalizeVideo(figure: Element): Node[] {
  const link = findName(figure.children, 'a')
  const video = readVideoAddress(decode(link?.attributes.href ?? ''))
  if (!video) return toTextBlocks(figure.children)
  const title = toLabel(figure.children) || `${videoProviderNames[video.provider]} video`
  const poster = findName(figure.children, 'img')
  const named = createElement('a', poster ? [poster, title] : [title], { href: videoPageUrl(video) })
  return [createElement('figure', [named], { class: 'video' })]
}

/** A button or a file. A paragraph that is more than one link with a label becomes an ordinary one. */
function normalizeLink(paragraph: Element): Node {
  const [link, ...others] = findAll(paragraph.children, ({ name }) => name === 'a')
  const label = toLabel(paragraph.children)
  const href = link?.attributes.href
  const plain = createElement('p', paragraph.children)
  const isOnlyLink =
    label !== '' && label === toLabel(link?.children ?? []) && !findName(paragraph.children, 'img')
  if (!href || others.length > 0 || !isOnlyLink) return plain
  if (paragraph.attributes.class === 'button-link') {
    if (!isLinkAddress(href) && !isOwnAddress(href)) return plain
    return createElement('p', [createElement('a', [label], { href })], { class: 'button-link' })
  }
  const size = link.attributes['data-bytes']
  if (!size || !readFileAddress(href))
    return createElement('p', [createElement('a', link.children, { href })])
  return createElement('p', [createElement('a', [label], { href, 'data-bytes': size })], {
    class: 'file-link',
  })
}

/** The text of nodes in one line, with its entities */
const toLabel = (nodes: readonly Node[]) => textOfTree(nodes).replaceAll(/\s+/g, ' ').trim()

const decode = (attribute: string) => attribute.replaceAll('&amp;', '&')
