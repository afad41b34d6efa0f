import { Parser } from 'htmlparser2'
import { escapeHtml } from '../../../../../core/contract/escape-html.ts'
import { SourceError, type SourceFile } from '../source.ts'
import { cleanText, decodeText, detachText } from './decode-text.ts'

export type XmlElement = {
  name: string
  attributes: Record<string, string>
  /** Text directly in the element, including CDATA. In an element of the type `xhtml`, the markup in it. */
  text: string
  /** True if the text was longer than the limit and was dropped */
  isTooLong: boolean
  children: XmlElement[]
}

const xmlLimits = {
  depth: 200,
  /** Characters of one element's text. No post may be longer than a million. */
  text: 8_000_000,
  /** Characters of a whole item, the names and values of its attributes included */
  item: 24_000_000,
  /** Characters and attributes of one tag */
  tag: 64_000,
  attributes: 200,
  /** Characters of one piece of the file without a tag, a comment, or the end of a CDATA section */
  piece: 32_000_000,
  /** Elements of an item */
  elements: 100_000,
}

/**
 * Reads an XML file of any size, and yields the elements for which `isItem` is true when they end, with all that is in
 * them. `path` holds the names of the elements around it, from the root on. Entities of a document type are not
 * expanded, and nothing is loaded.
 */
export function readXml(
  file: SourceFile,
  isItem: (name: string, path: readonly string[]) => boolean,
): { items: AsyncIterable<XmlElement>; isDamaged(): boolean } {
  const { chunks, isDamaged } = decodeText(file)
  async function* read() {
    const found: XmlElement[] = []
    const builder = createBuilder(isItem, (item) => found.push(item))
    const parser = new Parser(builder.handler, { xmlMode: true })
    for await (const chunk of chunks) {
      builder.count(chunk.length)
      parser.write(chunk)
      yield* found.splice(0)
    }
    builder.end()
    parser.end()
    yield* found.splice(0)
  }
  return { items: read(), isDamaged }
}

function createBuilder(
  isItem: (name: string, path: readonly string[]) => boolean,
  onItem: (item: XmlElement) => void,
) {
  const path: string[] = []
  const items = createItems(onItem)
  /** Characters since the parser last reported something: it keeps them in memory. */
  let pending = 0
  let wasRootSeen = false
  /** The tag that is being read */
  const tag = { characters: 0, attributes: 0 }
  const handler = {
    onopentagname(name: string) {
      Object.assign(tag, { characters: name.length, attributes: 0 })
    },
    // Counted as they come, because the parser collects them until the tag ends.
    onattribute(name: string, value: string) {
      pending = 0
      tag.characters += name.length + value.length
      if (tag.characters > xmlLimits.tag || ++tag.attributes > xmlLimits.attributes)
        throw new SourceError(tagTooLong)
    },
    onopentag(name: string, attributes: Record<string, string>) {
      pending = 0
      wasRootSeen = true
      if (path.length >= xmlLimits.depth) throw new SourceError(tooDeep)
      if (items.isOpen() || isItem(name, path)) items.open(name, attributes, tag.characters)
      path.push(name)
    },
    ontext(text: string) {
      pending = 0
      items.addText(text)
    },
    onclosetag() {
      pending = 0
      path.pop()
      items.close()
    },
    oncomment() {
      pending = 0
    },
    onprocessinginstruction(name: string, data: string) {
      pending = 0
      // The part of a document type that could declare entities
      if (/^!(?:entity|doctype\b.*\[)/is.test(`${name} ${data}`)) throw new SourceError(declaresEntities)
    },
  }
  return {
    handler,
    count(characters: number) {
      pending += characters
      if (pending > xmlLimits.piece) throw new SourceError(pieceTooLong)
    },
    /** The parser closes open elements by itself, but a file that does so is incomplete. */
    end() {
      if (!wasRootSeen) throw new SourceError(noXml)
      if (path.length > 0) throw new SourceError(incomplete)
    },
  }
}

const tooDeep = 'The elements of this file are nested too deeply. Export it again and try again.'
const declaresEntities =
  'This file declares entities of its own, which exports never do. Export it again and try again.'
const pieceTooLong =
  'This file contains a single piece of more than 32 million characters. Shorten that text in the old system and export again.'
const tagTooLong =
  'A tag of this file has more than 64,000 characters or 200 attributes, which exports never have. Export it again and try again.'
const noXml = 'This file contains no XML. Export it again and try again.'
const incomplete = 'This file ends in the middle. Export or copy it again completely and try again.'
const tooManyElements = 'An entry of this file has too many elements. Export it again and try again.'
const tooManyAttributes =
  'The attributes of an entry of this file are too long. Export it again and try again.'

/** Builds items: an element with all that is in it, one after the other. */
function createItems(onItem: (item: XmlElement) => void) {
  /** Elements of the item that is being read, from the outermost to the innermost */
  const elements: XmlElement[] = []
  /** Elements inside one of the type `xhtml`, which are kept as its text */
  const markup: string[] = []
  const size = { characters: 0, tags: 0, elements: 0 }
  const isXhtml = () => isXhtmlType(elements.at(-1)?.attributes.type)

  function keepText(text: string): void {
    const element = elements.at(-1)
    if (!element || element.isTooLong) return
    size.characters += text.length
    if (element.text.length + text.length > xmlLimits.text || size.characters > xmlLimits.item) {
      element.text = ''
      element.isTooLong = true
    } else element.text += text
  }

  function openElement(name: string, attributes: Record<string, string>, characters: number): void {
    if (elements.length === 0) Object.assign(size, { characters: 0, tags: 0, elements: 0 })
    size.characters += characters
    size.tags += characters
    if (size.tags > xmlLimits.item) throw new SourceError(tooManyAttributes)
    const element = { name, attributes, text: '', isTooLong: false, children: [] }
    elements.at(-1)?.children.push(element)
    elements.push(element)
    if (++size.elements > xmlLimits.elements) throw new SourceError(tooManyElements)
  }

  return {
    isOpen: () => elements.length > 0,
    open(name: string, attributes: Record<string, string>, characters: number) {
      if (!isXhtml()) return openElement(name, attributes, characters)
      markup.push(name)
      keepText(writeTag(name, attributes))
    },
    addText: (text: string) => keepText(isXhtml() ? escapeHtml(text) : text),
    close() {
      const tag = markup.pop()
      if (tag !== undefined) return keepText(`</${withoutPrefix(tag)}>`)
      const element = elements.pop()
      if (!element) return
      element.text = detachText(cleanText(element.text))
      if (elements.length === 0) onItem(element)
    },
  }
}

/** True for the type of elements with markup in Atom 1.0 and 0.3 */
export const isXhtmlType = (type: string | undefined) => type === 'xhtml' || type === 'application/xhtml+xml'

/** A tag of XHTML, with or without the prefix that some feeds use */
function writeTag(name: string, attributes: Record<string, string>): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeHtml(value)}"`)
  return `<${withoutPrefix(name)}${written.join('')}>`
}

const withoutPrefix = (name: string) => name.slice(name.indexOf(':') + 1)

/** The text of the first child with this name, or an empty text */
export const textIn = (element: XmlElement, name: string): string => childOf(element, name)?.text.trim() ?? ''

export const childOf = (element: XmlElement, name: string): XmlElement | undefined =>
  element.children.find((child) => child.name === name)

export const childrenOf = (element: XmlElement, name: string): XmlElement[] =>
  element.children.filter((child) => child.name === name)
