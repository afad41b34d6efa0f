import { Parser } from 'htmlparser2'
import { escapeHtml } from '../../../../../core/contract/escape-html.ts'
import { staticCopyWords } from '../../../words/static-copy.ts'
import type { Addresses } from './static-addresses.ts'

type Attributes = Record<string, string>

type Copied = {
  file: string
  publicUrl: string
  addresses: Addresses
  /** Sentences in the places of forms, by the address of the form */
  forms?: Record<string, string>
}

/**
 * Turns a page of the live site into a file of a copy: relative addresses, nothing that needs a script, and a sentence
 * with a link to the live site in the place of each form. Long, because its parts share the parser’s state.
 */
export function rewritePage(html: string, { file, publicUrl, addresses, forms = {} }: Copied): string {
  let out = ''
  let copied = 0
  /** An element that is left out, and how many of the same name are open in it */
  let left: { name: string; depth: number } | undefined
  const copyUntil = (position: number) => {
    out += html.slice(copied, position)
  }

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (left) {
          if (left.name === name) left.depth++
          return
        }
        const change = changeElement(name, attributes)
        if (change === 'keep') return
        copyUntil(parser.startIndex)
        copied = parser.endIndex + 1
        if (change === 'drop') {
          if (!voids.has(name)) left = { name, depth: 1 }
        } else if ('text' in change) {
          out += change.text
          left = { name, depth: 1 }
        } else out += writeTag(name, change.attributes, html[parser.endIndex - 1] === '/')
      },
      onclosetag(name) {
        if (left?.name !== name || --left.depth > 0) return
        left = undefined
        copied = parser.endIndex + 1
      },
    },
    { lowerCaseTags: false, lowerCaseAttributeNames: false, recognizeSelfClosing: true },
  )

  function changeElement(name: string, given: Attributes) {
    if (name === 'script' || name === 'dialog') return 'drop'
    // A popover opens without a script.
    if (name === 'button' && !Object.keys(given).some((key) => /^popovertarget$/i.test(key))) return 'drop'
    if (name === 'form') return { text: writeForm(given.action ?? '') }
    const attributes: Attributes = {}
    for (const [key, value] of Object.entries(given)) {
      if (/^(ping|aria-haspopup|data-(island|when|prefix|props))$/.test(key)) continue
      const changed = changeAttribute(name, key, value, given)
      if (changed === null) return 'drop'
      attributes[key] = changed
    }
    const isSame =
      Object.keys(attributes).length === Object.keys(given).length &&
      Object.entries(given).every(([key, value]) => attributes[key] === value)
    return isSame ? 'keep' : { attributes }
  }

  function changeAttribute(name: string, written: string, value: string, all: Attributes): string | null {
    // React writes srcSet, and HTML is the same in any case.
    const key = written.toLowerCase()
    if (key === 'srcset' || key === 'imagesrcset') return changeSources(value)
    if (key === 'src' || key === 'poster') return addresses.load(value, file)
    if (key !== 'href') return value
    if (name === 'link' && /\b(stylesheet|preload|icon|apple-touch-icon|manifest)\b/.test(all.rel ?? ''))
      return addresses.load(value, file)
    return addresses.resolve(value, file) ?? value
  }

  function changeSources(value: string): string | null {
    const sources = value.split(',').map((source) => {
      const [address = '', ...size] = source.trim().split(/\s+/)
      const found = addresses.load(address, file)
      return found === null ? '' : [found, ...size].join(' ')
    })
    return sources.filter((source) => source !== '').join(', ')
  }

  function writeForm(action: string): string {
    const words = forms[action] || staticCopyWords.otherForm
    const live = escapeHtml(publicUrl + action)
    return `<p>${escapeHtml(words)} <a class="text-link" href="${live}">${live}</a></p>`
  }

  parser.end(html)
  copyUntil(html.length)
  return out
}

const voids = new Set(['img', 'link', 'meta', 'br', 'hr', 'input', 'source'])

function writeTag(name: string, attributes: Attributes, isClosed: boolean): string {
  const list = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeHtml(value)}"`)
  return `<${name}${list.join('')}${isClosed ? '/' : ''}>`
}
