import { escapeHtml } from '../../../../../core/contract/escape-html.ts'
import { videoPageUrl } from '../../../../../core/contract/video.ts'
import { listNames } from '../texts/note-words.ts'
import { isCodeShortcode, writeCodeShortcode } from './code-shortcodes.ts'
import { type Conversion, noteMemberParts } from './conversion.ts'

type Tag = {
  /** In lower case */
  name: string
  written: string
  isClosing: boolean
  attributes: Record<string, string>
  text: string
  end: number
}

/**
 * Replaces WordPress's shortcodes with HTML, and removes those of plugins, whose inner text stays. Text in brackets that
 * is no shortcode, such as `[sic]`, stays. Code and tags are left alone.
 */
export function replaceShortcodes(html: string, conversion: Conversion): string {
  if (!html.includes('[')) return html
  const closed = listClosed(html)
  const find = createFinder(html)
  const removed = new Set<string>()
  let memberParts = 0
  const parts: string[] = []
  const marks = /[[<]/g
  let at = 0
  /** The captions that old `[caption caption="..."]` have as an attribute, as HTML */
  const captions: string[] = []
  /** True in WordPress's own block for shortcodes */
  let isInBlock = false
  while (at < html.length) {
    marks.lastIndex = at
    const next = marks.exec(html)?.index
    if (next === undefined) break
    parts.push(html.slice(at, next))
    at = next
    const literal =
      html[at] === '<'
        ? readLiteral(html, at, find)
        : html.startsWith('[[', at)
          ? readEscaped(html, at)
          : undefined
    if (literal !== undefined) {
      const [, ending] = /^<!-- (\/?)wp:shortcode\b/.exec(literal.text) ?? []
      if (ending !== undefined) isInBlock = ending === ''
      parts.push(literal.text)
      at = literal.end
      continue
    }
    const tag = readTag(html, at)
    if (!tag || !(isInBlock || isShortcode(tag, closed))) {
      parts.push(html[at] ?? '')
      at++
      continue
    }
    at = tag.end
    const forMembers = membersOnly.test(tag.name) && !tag.isClosing && readContent(html, tag, find)
    if (forMembers) {
      // It must not become public with the text around it.
      at = forMembers.end
      memberParts++
      continue
    }
    if (tag.name === 'caption' || tag.name === 'wp_caption') {
      const given = tag.isClosing ? captions.pop() : undefined
      if (!tag.isClosing) captions.push(tag.attributes.caption ?? '')
      parts.push(
        tag.isClosing
          ? `${given ? `<p>${given}</p>` : ''}</figure>\n\n`
          : '\n\n<figure class="import-caption">',
      )
      continue
    }
    const replacement = replaceTag(tag, html, find)
    if (replacement === undefined) removed.add(tag.name)
    else {
      parts.push(replacement.html)
      at = replacement.end ?? at
    }
  }
  parts.push(html.slice(at))
  if (removed.size > 0)
    conversion.note(
      `WordPress shortcodes that are left out: ${listNames([...removed].map((name) => `[${name}]`))}.`,
    )
  if (memberParts > 0) noteMemberParts(memberParts, conversion)
  return parts.join('')
}

/** Shortcodes of plugins for memberships around text that only some readers see, such as `[restrict]` */
const membersOnly =
  /^(?:restrict|rcp[_-]|is_(?:paid|premium|user_logged)|pmpro|membership|mepr[_-]|wlm[_-]|s2if|ihc[_-]hide|um_loggedin|swpm_protected|wcm_(?:restrict|show)|logged[_-]?in|(?:members?|paid|premium|private|protected|subscribers?)(?:[_-]|$))/

type Finder = (ending: string, from: number) => number

/** Finds endings in any case, each of which is searched for to the end of the text only once if it is not there. */
function createFinder(html: string): Finder {
  const lower = html.toLowerCase()
  const missing = new Set<string>()
  return (ending, from) => {
    if (missing.has(ending)) return -1
    const at = lower.indexOf(ending, from)
    if (at === -1) missing.add(ending)
    return at
  }
}

/** Names of shortcodes that end somewhere */
function listClosed(html: string): Set<string> {
  return new Set(
    [...html.matchAll(/\[\/([a-z][\w+#-]{0,60})\]/gi)].map(([, name = '']) => name.toLowerCase()),
  )
}

/** A tag, or an element whose content is code */
function readLiteral(html: string, at: number, find: Finder): { text: string; end: number } | undefined {
  const name = /^<(pre|code|script|style)[\s>]/i.exec(html.slice(at, at + 10))?.[1]
  const close = name && !isAroundCode(html, at) ? find(`</${name.toLowerCase()}>`, at) : -1
  const end = html.startsWith('<!--', at) ? find('-->', at) : close !== -1 ? close : find('>', at)
  return end === -1 ? undefined : { text: html.slice(at, end + 1), end: end + 1 }
}

/** True for preformatted text that begins with a shortcode for code */
function isAroundCode(html: string, at: number): boolean {
  const [opening] = /^<pre[^>]{0,500}>\s{0,50}(?=\[)/i.exec(html.slice(at, at + 560)) ?? []
  const tag = opening === undefined ? undefined : readTag(html, at + opening.length)
  return tag !== undefined && isCodeShortcode(tag.written)
}

/** `[[name]]` is how WordPress writes a shortcode that is shown as text. */
function readEscaped(html: string, at: number): { text: string; end: number } | undefined {
  const [whole] = /^\[\[[^[\]\n]{1,500}\]\]/.exec(html.slice(at, at + 504)) ?? []
  return whole === undefined ? undefined : { text: whole.slice(1, -1), end: at + whole.length }
}

const maxTagLength = 3000

function readTag(html: string, at: number): Tag | undefined {
  const head = /^\[(\/?)([a-z][\w+#-]{0,60})(?=[\s\]=/])/i.exec(html.slice(at, at + 70))
  if (!head) return undefined
  let quote = ''
  for (let index = at + head[0].length; index < Math.min(html.length, at + maxTagLength); index++) {
    const character = html[index] ?? ''
    if (quote !== '') {
      if (character === quote) quote = ''
    } else if ((character === '"' || character === "'") && html[index - 1] === '=') quote = character
    else if (character === '[' || character === '<') return undefined
    else if (character === ']') {
      const text = html.slice(at + head[0].length, index)
      const [, , written = ''] = head
      return {
        name: written.toLowerCase(),
        written,
        isClosing: head[1] === '/',
        attributes: readAttributes(text),
        text: text.replace(/^[\s=]+/, '').trim(),
        end: index + 1,
      }
    }
  }
  return undefined
}

function readAttributes(text: string): Record<string, string> {
  const found = text.matchAll(/([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/g)
  return Object.fromEntries(
    [...found].map(([, name = '', ...values]) => [
      name.toLowerCase(),
      values.find((value) => value !== undefined) ?? '',
    ]),
  )
}

/** Shortcodes without attributes and without an end that are common enough to know them */
const known = new Set('caption wp_caption gallery embed video audio playlist toc contact-form'.split(' '))

/** Readers cannot know the shortcodes of all plugins. One has attributes, an end, or a name that is no word. */
function isShortcode({ name, isClosing, attributes }: Tag, closed: Set<string>): boolean {
  return (
    isClosing ||
    known.has(name) ||
    closed.has(name) ||
    Object.keys(attributes).length > 0 ||
    /[_-]/.test(name)
  )
}

/** Returns undefined for a shortcode that is removed. `end` is set if its content is used up. */
function replaceTag(tag: Tag, html: string, find: Finder): { html: string; end?: number } | undefined {
  const { name, isClosing, attributes, text } = tag
  if (isClosing) return known.has(name) || isCodeShortcode(name) ? { html: '' } : undefined
  if (name === 'embed') {
    const inner = readContent(html, tag, find)
    return { html: toEmbed(inner?.text.trim() || attributes.src || ''), end: inner?.end ?? tag.end }
  }
  if (name === 'youtube' || name === 'vimeo') {
    const given = attributes.id ?? attributes.url ?? text
    const address = /^https?:/.test(given) ? given : videoPageUrl({ provider: name, id: given })
    return { html: toEmbed(address.replaceAll('&#038;', '&')) }
  }
  if (name === 'video' || name === 'audio') {
    const source =
      sourceNames.map((key) => attributes[key]).find((value) => value) ??
      readContent(html, tag, find)?.text.trim()
    return source ? { html: `\n\n<${name} src="${escapeHtml(source)}"></${name}>\n\n` } : undefined
  }
  if (isCodeShortcode(name)) {
    const inner = readContent(html, tag, find)
    return inner && { html: writeCodeShortcode(tag, inner.text), end: inner.end }
  }
  return undefined
}

const sourceNames = ['src', 'mp4', 'm4v', 'webm', 'ogv', 'mp3', 'm4a', 'ogg', 'wav']

const toEmbed = (address: string) =>
  /^https?:\/\/[^\s<>"]+$/.test(address)
    ? `\n\n<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">${escapeHtml(address)}</div></figure>\n\n`
    : ''

/** The text up to the end of a shortcode, and where it ends */
function readContent(
  html: string,
  { name, end }: Tag,
  find: Finder,
): { text: string; end: number } | undefined {
  const closing = `[/${name}]`
  const close = find(closing, end)
  return close === -1 ? undefined : { text: html.slice(end, close), end: close + closing.length }
}
