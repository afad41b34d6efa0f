import { escapeHtml } from '../../../../../core/contract/escape-html.ts'
import { readBlockAttributes, replaceEmptyBlocks } from '../texts/block-comments.ts'
import { removeHiddenBlocks } from '../texts/hidden-parts.ts'
import { countWords, listNames } from '../texts/note-words.ts'
import { plainText } from '../texts/plain-text.ts'
import type { Attachment, WordpressFacts } from './read-facts.ts'

/** Max pictures that a gallery without a list of numbers may have */
const maxPictures = 200

/** Characters of shared blocks in one text */
const maxShared = 1_000_000
/** Depth of shared blocks in shared blocks */
const maxDepth = 5

/**
 * Puts into a text what WordPress would look up by number: the pictures of `[gallery ids="1,2"]`, and blocks that
 * several posts share. Blocks that readers never saw are left out.
 */
export function resolveContent(
  content: string,
  postId: string,
  facts: WordpressFacts,
  note: (detail: string) => void,
): string {
  return resolveGalleries(resolveSharedBlocks(content, facts, note), postId, facts, note)
}

/** Shared blocks are patterns that stay the same in all posts. A post may have texts of its own in one. */
function resolveSharedBlocks(content: string, facts: WordpressFacts, note: (detail: string) => void): string {
  const missing = new Set<string>()
  const own: string[] = []
  let room = maxShared
  let hidden = 0
  const resolve = (given: string, depth: number): string => {
    const shown = removeHiddenBlocks(given)
    hidden += shown.hidden
    const text = shown.html
    if (!text.includes('wp:block ')) return text
    return replaceEmptyBlocks(text, ({ name, json }) => {
      if (name !== 'block') return undefined
      const { ref, content: values, overrides } = readBlockAttributes(json)
      own.push(...listTexts(values ?? overrides))
      const block = facts.sharedBlocks.get(String(ref))
      if (block === undefined || block.length > room || depth >= maxDepth) {
        missing.add(String(ref))
        return ''
      }
      room -= block.length
      return resolve(block, depth + 1)
    })
  }
  const resolved = resolve(content, 0)
  if (hidden > 0) note(`Left out, because WordPress hides them from readers: ${countWords(hidden, 'block')}.`)
  if (missing.size > 0)
    note(
      `Patterns that it shares with other posts were left out, because they are too long or not in the file. Their numbers: ${listNames([...missing])}.`,
    )
  if (own.length > 0)
    note(
      `It has its own words in a shared pattern, which were left out: ${listNames(own, 10)}. Add them by hand.`,
    )
  return resolved
}

/** All texts in the attributes with which a post changes a shared block */
function listTexts(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') {
    const text = plainText(value, 200)
    return text === '' ? [] : [`“${text}”`]
  }
  if (typeof value !== 'object' || value === null || depth > 5) return []
  return Object.values(value).flatMap((one) => listTexts(one, depth + 1))
}

/** A gallery without numbers shows the pictures that were uploaded for its post (wp-includes/media.php). */
function resolveGalleries(
  content: string,
  postId: string,
  facts: WordpressFacts,
  note: (detail: string) => void,
): string {
  if (!content.includes('[gallery')) return content
  let missing = 0
  const resolved = content.replaceAll(/\[gallery([^\]\n]{0,2000})\]/g, (shortcode, attributes: string) => {
    const ids = /\b(?:ids|include)\s*=\s*["']?([\d,\s]+)/.exec(attributes)?.[1]
    const pictures = ids
      ? ids.split(',').map((id) => facts.attachments.get(id.trim()))
      : (facts.uploadsOf.get(postId) ?? [])
    const found = pictures.filter((picture) => picture !== undefined).slice(0, maxPictures)
    missing += pictures.length - found.length
    if (found.length === 0) return shortcode
    return `\n\n<figure class="wp-block-gallery">${found.map(toFigure).join('')}</figure>\n\n`
  })
  if (missing > 0)
    note(
      `Left out of its galleries: ${countWords(missing, 'image')}, because the file does not list them or a gallery has more than ${maxPictures}.`,
    )
  return resolved
}

const toFigure = ({ url, alt, caption }: Attachment) =>
  `<figure><img src="${quote(url)}" alt="${quote(alt)}">${caption ? `<figcaption>${quote(caption)}</figcaption>` : ''}</figure>`

/** The result is read for shortcodes again. */
const quote = (text: string) => escapeHtml(text).replaceAll('[', '&#91;').replaceAll(']', '&#93;')

/**
 * Puts the footnotes of a post, which are JSON in its custom field `footnotes`, as a list where their block is, or at the
 * end (wp-includes/blocks/footnotes.php). References in the text are numbers in brackets.
 */
export function placeFootnotes(content: string, json: string, note: (detail: string) => void): string {
  const footnotes = parseFootnotes(json)
  const hasBlock = content.includes('wp:footnotes')
  // Another plugin may have a custom field of this name.
  if (!footnotes && json !== '' && (hasBlock || content.includes('data-fn=')))
    note('Its footnotes can’t be read, so they were left out. Copy them by hand.')
  if (!footnotes) return content
  const list = `<!-- wp:list -->\n<ol>${footnotes.map(({ id, text }) => `<li${id}>${text}</li>`).join('')}</ol>\n<!-- /wp:list -->`
  let isPlaced = false
  const placed = replaceEmptyBlocks(content, ({ name }) => {
    if (name !== 'footnotes') return undefined
    const shown = isPlaced ? '' : list
    isPlaced = true
    return shown
  })
  return isPlaced ? placed : `${content}\n\n${list}`
}

/** The HTML of each footnote, with its id as an attribute, or undefined if there are none */
function parseFootnotes(json: string): { id: string; text: string }[] | undefined {
  try {
    const parsed: unknown = JSON.parse(json)
    if (!Array.isArray(parsed) || parsed.length === 0) return undefined
    // An empty one keeps its number.
    return parsed.map((one) => ({
      id: /^[\w-]{1,100}$/.test(one?.id) ? ` id="${one.id}"` : '',
      text: (typeof one?.content === 'string' && one.content.trim()) || '–',
    }))
  } catch {
    return undefined
  }
}
