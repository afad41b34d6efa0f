/**
 * Links within a text. A text stores no ids: `#getting-started` leads to the heading “Getting started”, as on GitHub, and
 * `#footnote-1` to the link back, `#footnote-ref-1`, which is at the start of that footnote. The ids on pages have a
 * prefix, so that no text takes the id of another part of the page or hides a name of its scripts.
 */
const idPrefix = 'part-'

const headings = /<h([1-3])>(.*?)<\/h\1>/gs
const links = /(<p class="button-link">)?<a href="#([^"]*)">(.*?)<\/a>/gs

/** The name of each heading in sanitized HTML, in order. It is empty for a heading without letters. */
export function nameHeadings(html: string): string[] {
  const used = new Map<string, number>()
  return [...html.matchAll(headings)].map(([, , inner = '']) => {
    const name = inner
      .replaceAll(/<[^>]*>|&\w{1,10};/g, '')
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-')
    const count = used.get(name) ?? 0
    used.set(name, count + 1)
    return name === '' || count === 0 ? name : `${name}-${count}`
  })
}

/** All names to which links within this text may lead */
export function listParts(html: string): Set<string> {
  const linked = new Set([...html.matchAll(links)].map(([, , href = '']) => readName(href)))
  const footnotes = [...linked].filter((name) => {
    const twin = twinOf(name)
    return twin !== undefined && linked.has(twin)
  })
  return new Set([...nameHeadings(html), ...footnotes].filter((name) => name !== ''))
}

/** Name of the link that leads back from a footnote, and of the footnote that such a link is in */
function twinOf(name: string): string | undefined {
  const [, back, number] = /^footnote-(ref-)?(\d{1,4})$/.exec(name) ?? []
  return number && `footnote-${back ? '' : 'ref-'}${number}`
}

/** The name in a link, `href="#name"`, as it is written in HTML */
export function readName(href: string): string {
  try {
    return decodeURIComponent(href).toLowerCase()
  } catch {
    return href.toLowerCase()
  }
}

/** Replaces the links within a text. `write` gets the name, the text of the link, and the opening tag of a button. */
export const mapPartLinks = (
  html: string,
  write: (name: string, text: string, button: string) => string,
): string =>
  html.replaceAll(links, (_, button = '', href: string, text: string) => write(readName(href), text, button))

/** For the page of a text: gives headings and footnotes ids, and makes links that lead nowhere text. */
export function showParts(html: string): string {
  if (!html.includes('<a href="#')) return html
  const parts = listParts(html)
  const names = nameHeadings(html)
  const used = new Set<string>()
  let at = 0
  const shown = html.replaceAll(headings, (_, level: string, inner: string) => {
    const name = names[at++]
    return `<h${level}${name ? ` id="${idPrefix}${name}"` : ''}>${inner}</h${level}>`
  })
  return mapPartLinks(shown, (name, text, button) => {
    if (!parts.has(name)) return button === '' ? text : `<p>${text}`
    const twin = button === '' ? twinOf(name) : undefined
    const id = twin && !used.has(twin) && parts.has(twin) ? ` id="${idPrefix}${twin}"` : ''
    if (twin) used.add(twin)
    const label = name.startsWith('footnote-ref-') && text === '↑' ? ' aria-label="Back to the text"' : ''
    return `${button}<a href="#${idPrefix}${name}"${id}${label}>${text}</a>`
  })
}

/** For other places, such as feeds and emails: links within a text lead to its page. */
export function linkParts(html: string, pageUrl: string): string {
  if (!html.includes('<a href="#')) return html
  const parts = listParts(html)
  return mapPartLinks(html, (name, text, button) =>
    parts.has(name)
      ? `${button}<a href="${pageUrl}#${idPrefix}${encodeURIComponent(name)}">${text}</a>`
      : button === ''
        ? text
        : `<p>${text}`,
  )
}
