/** Characters of the content that replace a missing excerpt */
export const excerptLength = 200

/** Characters that the content needs before an excerpt can be generated from it. */
export const excerptMinimumContent = 100

/**
 * The text of a post's HTML (as the editor or the sanitizer writes it): decoded, without tags, blocks and lines
 * separated by one space. The form and the server count and cut the same text with it.
 */
export function plainTextOf(html: string): string {
  return html
    .replaceAll(/<\/(?:p|h[1-3]|li|blockquote|pre)>|<br\b[^>]*>/g, ' ')
    .replaceAll(/<(?:"[^"]*"|[^">])*>/g, '')
    .replaceAll(/&(?:lt|gt|quot|nbsp|amp);/g, (entity) => entities[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim()
}

const entities: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&nbsp;': ' ',
  '&amp;': '&',
}

/** True if a post's HTML has enough text, in characters (code points), for an excerpt to be generated from it. */
export function isEnoughForExcerpt(html: string): boolean {
  return [...plainTextOf(html)].length >= excerptMinimumContent
}

/** The excerpt of a post whose author wrote none: the first 200 characters (code points) of its text, then `...`. */
export function excerptOf(html: string): string {
  // A character is one or two code units.
  const start = plainTextOf(html).slice(0, excerptLength * 2)
  return `${[...start].slice(0, excerptLength).join('')}...`
}

/**
 * True if an excerpt was cut from this text and not written by hand. White space does not count, because earlier
 * versions put none between blocks.
 */
export function isCutExcerpt(excerpt: string, html: string): boolean {
  if (!excerpt.endsWith('...')) return false
  const start = excerpt.slice(0, -'...'.length)
  const text = withoutSpaces(plainTextOf(html))
  return [...start].length === excerptLength
    ? text.startsWith(withoutSpaces(start))
    : text === withoutSpaces(start)
}

const withoutSpaces = (text: string) => text.replaceAll(/\s+/g, '')
