import { escapeHtml } from '../../../../contracts/escape-html.ts'
import type { Conversion } from './conversion.ts'
import { type Element, findAll, findName, textOf } from './html-tree.ts'
import { noteLostLink } from './link-address.ts'

/** Class names with which plugins and other systems name a language */
const languageClass = /(?:^|[\s:;])(?:language-|lang-|lang:|brush:\s*|highlight-source-)([a-z\d+#-]{1,30})/i

/** Writes preformatted text as code, with its language if its classes name it. Links in it are named. */
export function writeCode(conversion: Conversion, element: Element): string {
  const code = findName(element, 'code')
  const classes = [element, code].map((one) => one?.attributes.class ?? '').join(' ')
  const named =
    languageClass.exec(classes)?.[1] ??
    element.attributes['data-enlighter-language'] ??
    element.attributes['data-language'] ??
    code?.attributes['data-lang']
  const language =
    named && /^[a-z\d+#-]{1,30}$/i.test(named) ? ` class="language-${named.toLowerCase()}"` : ''
  const text = textOf(element).replaceAll(/\r\n?/g, '\n').replace(/^\n/, '').trimEnd()
  if (text.trim() === '') return ''
  // Highlighters link numbers of lines to themselves.
  const links = findAll(element, (one) => one.name === 'a' && /^[^#]/.test(one.attributes.href ?? ''))
  for (const { attributes } of links) noteLostLink(conversion, attributes.href ?? '')
  return `<pre><code${language}>${escapeHtml(text)}</code></pre>`
}
