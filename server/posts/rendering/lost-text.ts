/** So many characters, or this share of a text, are more than a person would miss. */
const muchText = 200
const muchShare = 0.2

/**
 * How many characters of HTML a reader can no longer see after cleaning; 0 where that is not much. An open `<style>`,
 * `<textarea>` or comment swallows everything behind it, as it would in a browser.
 */
export function countLostText(given: string, cleaned: string): number {
  const before = countCharacters(given)
  const lost = before - countCharacters(cleaned)
  return lost > muchText || lost > before * muchShare ? lost : 0
}

/** Elements that show nothing, so that no text is lost with them. */
const hidden = /<(style|script|noscript|template)\b/iy

/** Characters between the tags, without white space. Takes time in proportion to the length, whatever the HTML is. */
function countCharacters(html: string): number {
  let count = 0
  /** What is not closed further on is searched for only once. */
  const open = new Set<string>()
  const findEnd = (ending: RegExp, from: number): number | undefined => {
    if (open.has(ending.source)) return undefined
    ending.lastIndex = from
    if (ending.test(html)) return ending.lastIndex
    open.add(ending.source)
    return undefined
  }
  let at = 0
  while (at < html.length) {
    const tag = html.indexOf('<', at)
    count += countVisible(html.slice(at, tag === -1 ? html.length : tag))
    if (tag === -1) break
    hidden.lastIndex = tag
    const name = hidden.exec(html)?.[1]?.toLowerCase()
    at =
      (html.startsWith('<!--', tag) ? findEnd(/-->/g, tag) : undefined) ??
      (name === undefined ? undefined : findEnd(new RegExp(`</${name}[^>]*>`, 'gi'), tag)) ??
      findEnd(/>/g, tag) ??
      tag + 1
  }
  return count
}

/** An entity is one character, and some of them are spaces. */
function countVisible(text: string): number {
  return text
    .replaceAll(/&(?:nbsp|#160|#xa0);/gi, ' ')
    .replaceAll(/&(?:#\d{1,8}|#x[\da-f]{1,8}|\w{1,32});/gi, '.')
    .replaceAll(/\s+/g, '').length
}
