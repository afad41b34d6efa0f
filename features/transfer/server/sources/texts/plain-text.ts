import { Parser } from 'htmlparser2'
import { cleanText } from './decode-text.ts'

/** Elements whose content is not text for readers */
const hidden = new Set(['script', 'style', 'template', 'noscript', 'svg'])

/** The text of a title, a name, or an excerpt that another system may store with HTML in it, in one line */
export function plainText(html: string, maxLength: number): string {
  // The text is often a tenth of its HTML. What comes after that is cut anyway.
  const given = html.length > maxLength * 20 ? html.slice(0, maxLength * 20) : html
  const text = given.includes('<') || given.includes('&') ? readText(given) : given
  return cutText(cleanText(text).replaceAll(/\s+/g, ' ').trim(), maxLength)
}

/** Cuts a text at the end of a word. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const cut = text.slice(0, maxLength - 1)
  const space = cut.lastIndexOf(' ')
  return `${(space > maxLength / 2 ? cut.slice(0, space) : cut).toWellFormed()}…`
}

function readText(html: string): string {
  const parts: string[] = []
  let depth = 0
  const parser = new Parser({
    onopentagname: (name) => {
      if (hidden.has(name)) depth++
      parts.push(/^(p|br|div|li|h[1-6])$/.test(name) ? ' ' : '')
    },
    onclosetag: (name) => {
      if (hidden.has(name)) depth--
    },
    ontext: (text) => {
      if (depth === 0) parts.push(text)
    },
  })
  parser.end(html)
  return parts.join('')
}
