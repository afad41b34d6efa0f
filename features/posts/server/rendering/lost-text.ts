/** A loss is reported if it exceeds this number of characters or this share of the text. */
const maxLostCharacters = 200
const maxLostShare = 0.2

/**
 * The number of characters of HTML that are no longer visible after cleaning; 0 if they are few. An unclosed `<style>`,
 * `<textarea>`, or comment hides everything after it, as in a browser.
 */
export function countLostText(given: string, cleaned: string): number {
  const before = countCharacters(given)
  const lost = before - countCharacters(cleaned)
  return lost > maxLostCharacters || lost > before * maxLostShare ? lost : 0
}

/** Elements whose content is never visible, so it does not count as lost */
const hidden = /<(style|script|noscript|template)\b/iy

/** Counts the characters between the tags, without white space, in time proportional to the length of any HTML. */
function countCharacters(html: string): number {
  let count = 0
  /** Endings that the rest of the text does not contain, so that each is searched for only once */
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

/** Counts characters without white space. An entity counts as one character, and some entities are spaces. */
function countVisible(text: string): number {
  return text
    .replaceAll(/&(?:nbsp|#160|#xa0);/gi, ' ')
    .replaceAll(/&(?:#\d{1,8}|#x[\da-f]{1,8}|\w{1,32});/gi, '.')
    .replaceAll(/\s+/g, '').length
}
