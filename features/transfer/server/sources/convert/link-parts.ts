import { listParts, mapPartLinks, nameHeadings, readName } from '../../../../../core/contract/text-parts.ts'
import {
  createElement,
  type Element,
  find,
  findAll,
  isElement,
  type Node,
} from '../../../../posts/server/rendering/blocks/html-tree.ts'
import type { Conversion } from './conversion.ts'
import { noteLostLink } from './link-address.ts'
import { isBlank, textOf } from './parse-html.ts'

type Link = { link: Element; around: Element[] }

/**
 * Prepares the links within a text: footnotes get the names that posts know (core/contract/text-parts.ts), and headings to
 * which links lead get marks, from which `placeParts` knows them when they are written.
 */
export function markParts(tree: Element, conversion: Conversion): void {
  const targets = new Map<string, Element>()
  const headings = new Map<string, Element>()
  const links: Link[] = []
  /** Names at which only a heading may follow */
  let open: string[] = []
  const walk = (element: Element, around: Element[]) => {
    const heading = [element, ...around].find(({ name }) => /^h[1-6]$/.test(name))
    for (const id of namesOf(element)) {
      if (!targets.has(id)) targets.set(id, element)
      if (heading) headings.set(id, headings.get(id) ?? heading)
      else open.push(id)
    }
    if (heading === element) {
      for (const id of open) if (!headings.has(id)) headings.set(id, element)
      open = []
    }
    if (element.name === 'a' && element.attributes.href?.startsWith('#'))
      links.push({ link: element, around })
    for (const child of element.children) {
      if (isElement(child)) walk(child, [element, ...around])
      else if (!isBlank(child) && !heading) open = []
    }
  }
  walk(tree, [])
  placeFootnotes(links, targets)
  for (const { link } of links) {
    const name = nameIn(link)
    const heading = headings.get(name)
    if (heading && !conversion.parts.includes(name))
      heading.children.unshift(mark(conversion.parts.push(name) - 1))
  }
}

const namesOf = ({ name, attributes: { id, name: named } }: Element): string[] =>
  [id, name === 'a' ? named : undefined].flatMap((one) => (one ? [readName(one)] : []))

const nameIn = ({ attributes }: Element) => readName(attributes.href?.slice(1) ?? '')

const mark = (index: number) => `\uE002${index}\uE003`

/** Raised links to an entry of a list or to a paragraph, as WordPress, Ghost, and Markdown write footnotes */
function placeFootnotes(links: Link[], targets: Map<string, Element>): void {
  const numbers = new Map<Element, number>()
  const references = links.filter(({ link, around }) => {
    const note = targets.get(nameIn(link))
    const isRaised = around.some(({ name }) => name === 'sup') || find(link, ({ name }) => name === 'sup')
    return note && /^(?:li|p|div|dd)$/.test(note.name) && isRaised && !around.includes(note)
  })
  const names = new Set(
    references.flatMap(({ link, around }) =>
      [link, ...around.filter(({ name }) => name === 'sup'), ...findAll(link, () => true)].flatMap(namesOf),
    ),
  )
  for (const { link, around } of references) {
    const note = targets.get(nameIn(link))
    if (!note) continue
    if (!numbers.has(note)) {
      numbers.set(note, numbers.size + 1)
      removeLinks(note, (one) => names.has(nameIn(one)))
      const start = note.children.find((child) => !isBlank(child))
      const line = isElement(start) && start.name === 'p' ? start : note
      line.children.unshift(createLink(`#footnote-ref-${numbers.get(note)}`, '↑'), ' ')
    }
    const text = textOf(link).replaceAll(/[[\]\s]/g, '') || String(numbers.get(note))
    Object.assign(link, createLink(`#footnote-${numbers.get(note)}`, `[${text}]`))
    for (const one of around) if (one.name === 'sup') one.name = 'span'
  }
}

const createLink = (href: string, text: string) => createElement('a', [text], { href })

function removeLinks(element: Element, isRemoved: (link: Element) => boolean): void {
  const isKept = (node: Node) => !(isElement(node) && node.name === 'a' && isRemoved(node))
  element.children = element.children.filter(isKept)
  for (const child of element.children) if (isElement(child)) removeLinks(child, isRemoved)
}

/** Lets links within the written text lead to its headings and footnotes. Others become text, with a note. */
export function placeParts(written: string, conversion: Conversion): string {
  const marks = /\uE002(\d+)\uE003/g
  const html = written.replaceAll(marks, '')
  const headings = nameHeadings(html)
  const found = new Map<string, string>()
  for (const [index, [, , inner = '']] of [...written.matchAll(/<h([1-3])>(.*?)<\/h\1>/gs)].entries())
    for (const [, number] of inner.matchAll(marks))
      found.set(conversion.parts[Number(number)] ?? '', headings[index] ?? '')
  // Generators disagree about signs and numbers in the names that they give to headings.
  for (const name of headings) if (!found.has(toLoose(name))) found.set(toLoose(name), name)
  const parts = listParts(html)
  return mapPartLinks(html, (name, text, button) => {
    const part = found.get(name) ?? (parts.has(name) ? name : found.get(toLoose(name)))
    if (part) return `${button}<a href="#${part}">${text}</a>`
    noteLostLink(conversion, `#${name}`)
    return button === '' ? text : `<p>${text}`
  })
}

const toLoose = (name: string) => name.replaceAll(/[^\p{L}\p{N}]/gu, '').replace(/^\d+(?=\D)/, '')
