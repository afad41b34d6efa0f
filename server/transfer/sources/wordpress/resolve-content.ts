import { escapeHtml } from '../../../../contracts/escape-html.ts'
import type { Attachment, WordpressFacts } from './read-facts.ts'

/** Max pictures that a gallery without a list of numbers may have */
const maxPictures = 200

/**
 * Puts into a text what WordPress would look up by number: the pictures of `[gallery ids="1,2"]`, and blocks that
 * several posts share.
 */
export function resolveContent(content: string, postId: string, facts: WordpressFacts): string {
  return resolveGalleries(resolveSharedBlocks(content, facts), postId, facts)
}

function resolveSharedBlocks(content: string, facts: WordpressFacts): string {
  if (!content.includes('wp:block ')) return content
  let room = 1_000_000
  return content.replaceAll(
    /<!--\s+wp:block\s+\{[^}\n]{0,200}?"ref":(\d{1,12})[^}\n]{0,200}\}\s+\/-->/g,
    (comment, id) => {
      const block = facts.sharedBlocks.get(id)
      if (block === undefined || block.length > room) return comment
      room -= block.length
      return block
    },
  )
}

/** A gallery without numbers shows the pictures that were uploaded for its post (wp-includes/media.php). */
function resolveGalleries(content: string, postId: string, facts: WordpressFacts): string {
  if (!content.includes('[gallery')) return content
  return content.replaceAll(/\[gallery([^\]\n]{0,2000})\]/g, (shortcode, attributes: string) => {
    const ids = /\b(?:ids|include)\s*=\s*["']?([\d,\s]+)/.exec(attributes)?.[1]
    const pictures = ids
      ? ids.split(',').map((id) => facts.attachments.get(id.trim()))
      : (facts.uploadsOf.get(postId) ?? [])
    const found = pictures.filter((picture) => picture !== undefined).slice(0, maxPictures)
    if (found.length === 0) return shortcode
    return `\n\n<figure class="wp-block-gallery">${found.map(toFigure).join('')}</figure>\n\n`
  })
}

const toFigure = ({ url, alt, caption }: Attachment) =>
  `<figure><img src="${quote(url)}" alt="${quote(alt)}">${caption ? `<figcaption>${quote(caption)}</figcaption>` : ''}</figure>`

/** The result is read for shortcodes again. */
const quote = (text: string) => escapeHtml(text).replaceAll('[', '&#91;').replaceAll(']', '&#93;')
