/** Length of the excerpt that is cut from the content if the author wrote none, in characters */
export const excerptLength = 200

/** Minimum length of the content before an excerpt can be generated from it, in characters */
export const excerptMinimumContent = 100

/**
 * The plain text of a post's HTML: tags removed, entities decoded, blocks and lines separated by one space, and the numbers of a
 * list that has a start number kept: "1986. A great year" is such a list. It only
 * handles HTML from the text editor or the sanitizer. The form and the server share this function, so that both count
 * and cut the same text.
 */
export function plainTextOf(html: string): string {
  return numberItems(html)
    .replaceAll(/<\/(?:p|h[1-3]|li|blockquote|pre|figure)>|<br\b[^>]*>/g, ' ')
    .replaceAll(/<(?:"[^"]*"|[^">])*>/g, '')
    .replaceAll(/&(?:lt|gt|quot|nbsp|amp);/g, (entity) => entities[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim()
}

function numberItems(html: string): string {
  if (!html.includes('<ol start=')) return html
  const numbers: (number | undefined)[] = []
  return html.replaceAll(/<(\/?)(ol|ul|li)(?: start="(\d+)")?>/g, (tag, end, name, start) => {
    if (name !== 'li') {
      if (end) numbers.pop()
      else numbers.push(start === undefined ? undefined : Number(start))
      return tag
    }
    const number = numbers.at(-1)
    if (end || number === undefined) return tag
    numbers[numbers.length - 1] = number + 1
    return `${tag}${number}. `
  })
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
  // A character is one or two UTF-16 code units. Slicing first avoids splitting a long text into characters.
  const start = plainTextOf(html).slice(0, excerptLength * 2)
  return `${[...start].slice(0, excerptLength).join('')}...`
}

/**
 * True if an excerpt was cut from this text and not written by hand. White space is ignored, because earlier versions
 * of the product joined blocks without a space.
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
