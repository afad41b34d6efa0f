/** Characters of the content that stand in for a missing excerpt. */
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

/** What takes the place of an empty excerpt: the content's first 200 characters (code points), then `...`. */
export function excerptOf(text: string): string {
  return `${[...text.slice(0, excerptLength * 2)].slice(0, excerptLength).join('')}...`
}
