import { escapeHtml } from '../../../../contracts/escape-html.ts'
import { markdownCard } from '../texts/markdown-card.ts'

// Ghost stores the HTML of each post beside the document of its editor. Only if the HTML is missing is the document
// read: Lexical (since Ghost 5) or Mobiledoc. The HTML here is that of Ghost's cards, which the conversion knows.

type Lexical = { type?: unknown; children?: unknown; [key: string]: unknown }

const maxDepth = 50

/** HTML of a Lexical document; undefined if the text is not one */
export function readLexical(json: string): string | undefined {
  const document = parse(json) as { root?: Lexical } | undefined
  return document?.root ? writeChildren(document.root, 0) : undefined
}

function writeChildren(node: Lexical, depth: number): string {
  if (!Array.isArray(node.children) || depth > maxDepth) return ''
  return node.children.map((child) => (isObject(child) ? writeNode(child, depth + 1) : '')).join('')
}

/** Cards that visitors do not see are marked as in the HTML that Ghost stores. */
function writeNode(node: Lexical, depth: number): string {
  const html = writeShownNode(node, depth)
  return isForVisitors(node.visibility)
    ? html
    : `<!--kg-gated-block:begin nonMember:false -->${html}<!--kg-gated-block:end-->`
}

/** `showOnWeb` is the form of Ghost 5. */
function isForVisitors(visibility: unknown): boolean {
  if (!isObject(visibility)) return true
  const { web, showOnWeb } = visibility
  return showOnWeb !== false && !(isObject(web) && web.nonMember === false)
}

function writeShownNode(node: Lexical, depth: number): string {
  const inner = () => writeChildren(node, depth)
  const text = (key: string) => escapeHtml(typeof node[key] === 'string' ? node[key] : '')
  const html = (key: string) => (typeof node[key] === 'string' ? node[key] : '')
  switch (node.type) {
    case 'paragraph':
      return `<p>${inner()}</p>`
    case 'heading':
    case 'extended-heading': {
      const tag = /^h[1-6]$/.test(html('tag')) ? html('tag') : 'h2'
      return `<${tag}>${inner()}</${tag}>`
    }
    case 'quote':
    case 'extended-quote':
    case 'aside':
      return `<blockquote>${inner()}</blockquote>`
    case 'list':
      return node.listType === 'number' ? `<ol>${inner()}</ol>` : `<ul>${inner()}</ul>`
    case 'listitem':
      return `<li>${inner()}</li>`
    case 'link':
    case 'autolink':
      return `<a href="${text('url')}">${inner()}</a>`
    case 'linebreak':
      return '<br>'
    case 'text':
    case 'extended-text':
      return writeText(text('text'), Number(node.format ?? 0))
    case 'horizontalrule':
      return '<hr>'
    case 'image':
      return `<figure class="kg-card kg-image-card">${writeImage(node)}${caption(node)}</figure>`
    case 'gallery': {
      const images = Array.isArray(node.images) ? node.images.filter(isObject) : []
      return `<figure class="kg-card kg-gallery-card">${images.map(writeImage).join('')}${caption(node)}</figure>`
    }
    case 'codeblock':
      return `<pre><code class="language-${text('language')}">${text('code')}</code></pre>`
    case 'html':
      return html('html')
    case 'embed':
      return `<figure class="kg-card kg-embed-card">${html('html') || `<iframe src="${text('url')}"></iframe>`}${caption(node)}</figure>`
    case 'callout':
      return `<div class="kg-card kg-callout-card"><div class="kg-callout-emoji">${text('calloutEmoji')}</div><div class="kg-callout-text">${html('calloutText')}</div></div>`
    case 'button':
      return `<div class="kg-card kg-button-card"><a href="${text('buttonUrl')}" class="kg-btn">${text('buttonText')}</a></div>`
    case 'toggle':
      return `<div class="kg-card kg-toggle-card"><h4 class="kg-toggle-heading-text">${html('heading')}</h4><div class="kg-toggle-content">${html('content')}</div></div>`
    case 'bookmark':
      return writeBookmark(node)
    case 'file':
      return `<div class="kg-card kg-file-card"><a href="${text('src')}"><div class="kg-file-card-title">${text('fileTitle') || text('fileName')}</div></a></div>`
    case 'video':
    case 'audio':
      return `<${node.type} src="${text('src')}"></${node.type}>`
    case 'paywall':
      return '<!--members-only-->'
    case 'markdown':
      return writeMarkdown(html('markdown'))
    default:
      return Array.isArray(node.children) ? inner() : writeUnknown(node.type)
  }
}

function writeImage({ src, alt, href }: Lexical): string {
  const image = `<img src="${escapeHtml(String(src ?? ''))}" alt="${escapeHtml(String(alt ?? ''))}">`
  return typeof href === 'string' && href !== '' ? `<a href="${escapeHtml(href)}">${image}</a>` : image
}

function writeBookmark(node: Lexical): string {
  const metadata = isObject(node.metadata) ? node.metadata : {}
  const text = (value: unknown) => escapeHtml(typeof value === 'string' ? value : '')
  return `<figure class="kg-card kg-bookmark-card"><a href="${text(node.url)}"><div class="kg-bookmark-title">${text(metadata.title)}</div><div class="kg-bookmark-description">${text(metadata.description)}</div></a>${caption(node)}</figure>`
}

const caption = (node: Lexical) =>
  typeof node.caption === 'string' && node.caption !== '' ? `<figcaption>${node.caption}</figcaption>` : ''

/** Bits of Lexical's format, from the innermost to the outermost tag */
const formats = [
  [16, 'code'],
  [1, 'strong'],
  [2, 'em'],
  [4, 's'],
  [8, 'u'],
  [32, 'sub'],
  [64, 'sup'],
] as const

const writeText = (text: string, format: number): string =>
  formats.reduce((html, [bit, tag]) => ((format & bit) === 0 ? html : `<${tag}>${html}</${tag}>`), text)

type Mobiledoc = { sections?: unknown; markups?: unknown; cards?: unknown }

/** HTML of a Mobiledoc 0.3 document, the format of Ghost's editor before version 5; undefined if the text is not one */
export function readMobiledoc(json: string): string | undefined {
  const document = parse(json) as Mobiledoc | undefined
  if (!document || !Array.isArray(document.sections)) return undefined
  return document.sections.map((section) => writeSection(section, document)).join('')
}

function writeSection(section: unknown, document: Mobiledoc): string {
  if (!Array.isArray(section)) return ''
  const [kind, first, second] = section
  if (kind === 1 && Array.isArray(second)) {
    // The second kind of quotes
    const name = first === 'aside' ? 'blockquote' : String(first)
    const tag = /^(?:p|h[1-6]|blockquote)$/.test(name) ? name : 'p'
    return `<${tag}>${writeMarkers(second, document)}</${tag}>`
  }
  if (kind === 3 && Array.isArray(second)) {
    const tag = first === 'ol' ? 'ol' : 'ul'
    const items = second.map((item) => `<li>${Array.isArray(item) ? writeMarkers(item, document) : ''}</li>`)
    return `<${tag}>${items.join('')}</${tag}>`
  }
  if (kind === 10 && Array.isArray(document.cards)) return writeMobiledocCard(document.cards[Number(first)])
  return ''
}

function writeMarkers(markers: unknown[], document: Mobiledoc): string {
  const markups = Array.isArray(document.markups) ? document.markups : []
  const open: string[] = []
  const parts: string[] = []
  for (const marker of markers) {
    if (!Array.isArray(marker)) continue
    const [kind, opened, closed, value] = marker
    for (const index of Array.isArray(opened) ? opened : []) {
      const markup = markups[Number(index)]
      const [tag, attributes] = Array.isArray(markup) ? markup : []
      if (!/^(?:a|b|strong|i|em|u|s|code|sup|sub)$/.test(String(tag))) {
        open.push('')
        continue
      }
      const href =
        tag === 'a' && Array.isArray(attributes)
          ? String(attributes[attributes.indexOf('href') + 1] ?? '')
          : ''
      parts.push(tag === 'a' ? `<a href="${escapeHtml(href)}">` : `<${tag}>`)
      open.push(`</${tag}>`)
    }
    parts.push(kind === 0 ? escapeHtml(String(value ?? '')) : '<br>')
    for (let count = 0; count < Number(closed) && open.length > 0; count++) parts.push(open.pop() ?? '')
  }
  return parts.join('') + open.reverse().join('')
}

/** Cards have the names and members that they have in Lexical. */
function writeMobiledocCard(card: unknown): string {
  if (!Array.isArray(card) || !isObject(card[1])) return ''
  const names: Record<string, string> = { code: 'codeblock', hr: 'horizontalrule' }
  const [name, payload] = card
  if (name === 'markdown' || name === 'card-markdown')
    return writeMarkdown(String((payload as Record<string, unknown>).markdown ?? ''))
  return writeNode({ ...payload, type: names[String(name)] ?? name }, 0)
}

/** Markdown is converted with the text around it, in a process of its own. */
const writeMarkdown = (markdown: string) =>
  `<div class="${markdownCard}" data-markdown="${encodeURIComponent(markdown.toWellFormed())}"></div>`

/** Cards that are only in emails, which readers of the site never saw */
const quietCards = ['email', 'email-cta']

const writeUnknown = (type: unknown) =>
  typeof type !== 'string' || quietCards.includes(type)
    ? ''
    : `<!--ghost-card ${type.replaceAll(/[^\w-]/g, '')}-->`

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
