import sanitizeHtml from 'sanitize-html'
import { readFileAddress } from '../../../media/contract/files.ts'
import { isOwnPicture } from '../../../media/contract/media.ts'
import { readFileSize } from '../../contract/post-blocks.ts'
import { linkProtocols } from '../../contract/posts.ts'
import { normalizeBlocks } from './blocks/normalize-blocks.ts'

/**
 * Version of the rules below, incremented with each change. A post that older rules sanitized is sanitized again when
 * it is read (features/posts/server/post-rows.ts). Sanitizing all posts at every rendering would take too long.
 */
export const sanitizerVersion = 5

const codeLanguage = /^language-[a-z0-9+#-]{1,30}$/i

const rules: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['p', 'h1', 'h2', 'h3', 'strong', 'em', 'u', 's', 'ol', 'ul', 'li'],
    ...['blockquote', 'pre', 'code', 'br', 'a', 'img'],
    ...['table', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'caption', 'aside', 'figure'],
  ],
  allowedAttributes: {
    a: ['href', 'data-bytes'],
    th: ['colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
    aside: ['data-tone'],
    ol: ['start'],
    code: ['class'],
    img: ['src', 'srcset', 'sizes', 'alt', 'width', 'height'],
  },
  allowedClasses: { code: [codeLanguage], p: ['button-link', 'file-link'], figure: ['video'] },
  allowedSchemes: [...linkProtocols],
  allowProtocolRelative: false,
  transformTags: {
    b: 'strong',
    i: 'em',
    strike: 's',
    del: 's',
    h4: 'h3',
    h5: 'h3',
    h6: 'h3',
    div: 'p',
    // Keeps a start number, because it continues a list or is a year: `1986. A great year`.
    ol: (tagName, { start = '1' }) => {
      const number = /^\d{1,9}$/.test(start) ? Number(start) : 1
      return { tagName, attribs: number === 1 ? {} : ({ start: String(number) } as sanitizeHtml.Attributes) }
    },
    a: (tagName, { href, 'data-bytes': bytes }) => ({ tagName, attribs: readLink(href, bytes) }),
    // A figure that is no video is dropped, and its content stays.
    figure: (tagName, { class: names = '', ...attribs }) =>
      names.split(/\s+/).includes('video')
        ? { tagName, attribs: { ...attribs, class: 'video' } }
        : { tagName: 'section', attribs },
  },
  exclusiveFilter: (frame) => frame.tag === 'img' && !isOwnPicture(frame.attribs),
  // No real post is nested more deeply, and deep nesting slows down every reader's browser.
  nestingLimit: 40,
}

/**
 * Sanitizing this many tags takes 0.15 s, regardless of their nesting. The time grows with the square of their number.
 */
const maxTags = 40_000

/** Message to the user whose HTML has too many tags */
export const tooMuchFormatting = 'This post has too much formatting. Paste it as plain text.'

/**
 * True if HTML has far more tags than anyone writes, so that sanitizing it would block the server. Every endpoint that
 * takes HTML of any length checks this first.
 */
export function hasTooManyTags(html: string): boolean {
  let tags = 0
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at + 1))
    if (++tags > maxTags) return true
  return false
}

/** Returns HTML that may be stored and shown: only what the text editor can produce, and nothing that runs. */
export function sanitizePost(html: string): string {
  const cleaned = sanitizeHtml(html, rules)
  // A link whose address was removed becomes plain text.
  const linked = cleaned.includes('<a>') ? cleaned.replaceAll(/<a>(.*?)<\/a>/gs, '$1') : cleaned
  return normalizeBlocks(linked)
}

/** The attributes of a link. Only a link to a file of this site has a size. */
function readLink(given: string | undefined, bytes: string | undefined): sanitizeHtml.Attributes {
  if (given === undefined) return {}
  const href = tidyAddress(given)
  const size = readFileAddress(href) ? readFileSize(bytes) : undefined
  return size === undefined ? { href } : { href, 'data-bytes': String(size) }
}

/** Writes a link's address as browsers read it. The text editor would drop a link whose address has spaces. */
function tidyAddress(href: string): string {
  return href
    .replaceAll(/[\t\n\r]/g, '')
    .trim()
    .replaceAll(' ', '%20')
}

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }

/** The text of sanitized HTML, without tags and with the entities decoded that the sanitizer writes */
export function textOf(sanitized: string): string {
  return sanitized
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(?:lt|gt|quot|amp);/g, (entity) => entities[entity] ?? entity)
}

/** The text of sanitized HTML, with `between` after each block and line */
export function linesOf(sanitized: string, between = '\n'): string {
  return textOf(sanitized.replaceAll(/<\/(?:p|h[1-3]|li|blockquote|pre|figure)>|<br[^>]*>/g, between))
}
