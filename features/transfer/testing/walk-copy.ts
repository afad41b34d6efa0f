import { posix } from 'node:path'
import { type HtmlElement, readHtml } from '../../../tests/helpers/read-html.ts'

/** Attributes with the ids of elements of the same page */
const references = ['controls', 'describedby', 'labelledby', 'owns']
  .map((name) => `aria-${name}`)
  .concat('for', 'headers', 'popovertarget')
const addressed = ['href', 'src', 'srcset', 'imagesrcset', 'poster', 'action', 'data']

type Page = { path: string; elements: HtmlElement[]; ids: Set<string> }

/**
 * Follows every link, file, and anchor of a copy of the site. Returns what leads nowhere, with the page that it is on,
 * and the paths on the live site that the copy links to.
 */
export function walkCopy(
  files: ReadonlyMap<string, Buffer>,
  publicUrl: string,
): { broken: string[]; live: Set<string> } {
  const pages = [...files].flatMap(([path, body]) => (path.endsWith('.html') ? [readPage(path, body)] : []))
  const idsOf = new Map(pages.map(({ path, ids }) => [path, ids]))
  const broken: string[] = []
  const live = new Set<string>()

  function follow(from: string, address: string): void {
    if (address.startsWith(publicUrl)) {
      live.add(address.slice(publicUrl.length) || '/')
      return
    }
    if (/^[a-z]+:/i.test(address)) return
    const [, path = '', hash] = /^([^?#]*)(?:#(.*))?$/s.exec(address) ?? [undefined, address]
    const start = path.startsWith('/') ? '' : posix.dirname(from)
    const file = path === '' ? from : decodeURI(posix.join(start, path).replace(/^\//, ''))
    const isThere = files.has(file) && (!hash || idsOf.get(file)?.has(decodeURIComponent(hash)))
    if (!isThere) broken.push(`${from}: ${address}`)
  }

  for (const { path, elements, ids } of pages)
    for (const { name, attributes } of elements)
      for (const [written, value] of Object.entries(attributes)) {
        const key = written.toLowerCase()
        if (references.includes(key)) {
          for (const id of value.split(/\s+/))
            if (!ids.has(id)) broken.push(`${path}: no element #${id} for ${key} of ${name}`)
        } else if (addressed.includes(key))
          for (const address of key.endsWith('srcset') ? value.split(', ') : [value])
            follow(path, address.split(' ')[0] ?? '')
      }
  for (const [path, body] of files)
    if (path.endsWith('.css'))
      for (const [, address = ''] of body.toString().matchAll(/url\(["']?([^"')]+)/g)) follow(path, address)
  return { broken, live }
}

function readPage(path: string, body: Buffer): Page {
  const { elements } = readHtml(body.toString())
  const ids = new Set(elements.flatMap(({ attributes }) => attributes.id ?? []))
  return { path, elements, ids }
}
