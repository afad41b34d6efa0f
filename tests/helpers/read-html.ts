export type HtmlElement = { name: string; attributes: Record<string, string> }

const voidElements = 'area base br col embed hr img input link meta source wbr'.split(' ')
const rawElements = ['script', 'style']

const doctype = '<!doctype html>'
const startTag = /<([a-zA-Z][a-zA-Z0-9]*)((?: [a-zA-Z][a-zA-Z-]*(?::[a-z]+)?(?:="[^"<>]*")?)*) ?\/?>/y
const attribute = / ([a-zA-Z][a-zA-Z-]*(?::[a-z]+)?)(?:="([^"<>]*)")?/g
const endTag = /<\/([a-zA-Z][a-zA-Z0-9]*)>/y
const comment = /<!-- -->/y

/**
 * Reads a page as our renderer writes it. Anything that a browser would have to repair is an error: an unknown tag, an
 * attribute without quotes, an element that is not closed, or a `<`, `>`, or `&` that is not escaped.
 */
export function readHtml(html: string) {
  const elements: HtmlElement[] = []
  const open: string[] = []
  /** The texts of scripts, which are not decoded */
  const scripts: string[] = []
  let text = html.startsWith(doctype) ? '' : undefined
  let at = doctype.length
  const match = (pattern: RegExp) => {
    pattern.lastIndex = at
    const found = pattern.exec(html)
    if (found) at = pattern.lastIndex
    return found
  }
  const fail = (what: string): never => {
    throw new Error(`${what} at ${at}: ${html.slice(Math.max(0, at - 100), at + 100)}`)
  }
  if (text === undefined) return fail('There is no doctype')

  while (at < html.length) {
    const next = html.indexOf('<', at)
    const end = next === -1 ? html.length : next
    text += decode(html.slice(at, end), fail)
    at = end
    if (at === html.length || match(comment)) continue
    const closing = match(endTag)
    if (closing) {
      if (open.pop() !== closing[1]) fail(`An element ends that is not the last open one: ${closing[1]}`)
      continue
    }
    const [, name = '', written = ''] = match(startTag) ?? fail('This is no tag')
    const given = [...written.matchAll(attribute)].map(([, key = '', value = '']) => [
      key,
      decode(value, fail),
    ])
    if (new Set(given.map(([key]) => key)).size < given.length) fail('An attribute is there twice')
    elements.push({ name, attributes: Object.fromEntries(given) })
    if (rawElements.includes(name)) {
      const rawEnd = html.indexOf(`</${name}>`, at)
      if (rawEnd === -1) fail(`${name} does not end`)
      scripts.push(html.slice(at, rawEnd))
      at = rawEnd + name.length + 3
    } else if (!voidElements.includes(name) && !html.startsWith('/>', at - 2)) open.push(name)
  }
  if (open.length > 0) fail(`Elements are still open: ${open}`)
  return { elements, text, scripts }
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" }

function decode(escaped: string, fail: (what: string) => never): string {
  if (escaped.includes('>')) fail('A > is not escaped')
  return escaped.replaceAll(/&(?:([a-z]+|#\w+);)?/g, (entity, name: string | undefined) =>
    name !== undefined && Object.hasOwn(entities, name) ? (entities[name] ?? '') : fail(`Unknown ${entity}`),
  )
}
