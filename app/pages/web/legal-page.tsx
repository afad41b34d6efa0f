import { escapeHtml } from '../../../core/contract/escape-html.ts'
import { formatLongDate } from '../../../core/contract/format-date.ts'
import { paths } from '../../../core/contract/paths.ts'
import type { Site } from '../../../core/contract/site.ts'
import { slugOf } from '../../../core/contract/slug.ts'
import type { Page } from '../../../core/web/page.ts'
import { BackHome } from '../../../core/web/site/back-home.tsx'
import { deletionDays } from '../../../core/words/legal/retention.ts'
import { showBlocks } from '../../../features/posts/web/block-html.ts'
import { backupWords } from '../../../features/privacy/words/legal/backups.ts'
import { hasVisibleText } from '../../../features/site/contract/site-content/schema.ts'
import { legalPage } from '../../../features/site/words/legal/legal-page.ts'

export const privacyPolicy: Page<{ lastCleanUp: string | undefined; backupsKept: number }> = {
  head: ({ site }) => ({
    title: legalPage.privacyPolicy,
    description: site.content.privacyPolicy.description,
    canonical: paths.privacyPolicy,
  }),
  Body: ({ site, lastCleanUp, backupsKept }) => (
    <LegalText
      html={site.content.privacyPolicy.text}
      title={legalPage.privacyPolicy}
      site={site}
      values={{
        lastCleanUp: lastCleanUp ? formatLongDate(lastCleanUp, site) : legalPage.noCleanUp,
        backups: backupWords(backupsKept),
      }}
    />
  ),
}

export const termsOfService: Page<object> = {
  head: ({ site }) => ({
    title: legalPage.termsOfService,
    description: site.content.termsOfService.description,
    canonical: paths.termsOfService,
  }),
  Body: ({ site }) => (
    <LegalText html={site.content.termsOfService.text} title={legalPage.termsOfService} site={site} />
  ),
}

type Values = Record<string, string>

type LegalTextProps = { html: string; title: string; site: Site; values?: Values }

function LegalText({ html, title, site, values = {} }: LegalTextProps) {
  const { opening, parts } = splitAtHeadings(withOneTitle(fill(html, site, values), title))
  const listed = parts.filter((part) => part.title !== '')
  return (
    <main id="main" tabIndex={-1} className="wrap legal">
      <BackHome site={site} look="button" />
      <Prose html={opening} />
      {listed.length > 0 && (
        <nav className="on-this-page" aria-labelledby="on-this-page">
          <b id="on-this-page">{legalPage.contents}</b>
          <ul>
            {listed.map((part) => (
              <li key={part.anchor}>
                <a href={`#${part.anchor}`}>{part.title}</a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <Prose html={parts.map((part) => part.html).join('')} />
    </main>
  )
}

function Prose({ html }: { html: string }) {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized when it was saved, and the settings in it are escaped
    <div className="prose" dangerouslySetInnerHTML={{ __html: showBlocks(html, () => false) }} />
  )
}

/** Replaces placeholders such as `{{name}}` with escaped settings. In links, the braces are percent-encoded. */
function fill(html: string, site: Site, more: Values): string {
  const values: Values = {
    ...more,
    name: site.name,
    contactEmail: site.contactEmail,
    postalAddress: site.postalAddress,
    deletionDays: String(deletionDays),
  }
  return html.replaceAll(/(?:\{\{|%7B%7B)(\w+)(?:\}\}|%7D%7D)/g, (whole, key: string) => {
    const value = Object.hasOwn(values, key) ? values[key] : undefined
    return value === undefined ? whole : escapeHtml(value)
  })
}

// These functions read the HTML that the sanitizer writes: well formed, and with every `<` and `>` of a text escaped.

/** A part of a text, from one heading to the next. Its title is empty if the heading has no visible text. */
type Part = { title: string; anchor: string; html: string }

const tag = /<(\/?)([a-z][a-z0-9]*)[^>]*>/g

/** Splits HTML before each `<h2>` that is not inside of another element, and gives these headings an id. */
export function splitAtHeadings(html: string): { opening: string; parts: Part[] } {
  const starts: number[] = []
  let depth = 0
  for (const { 1: end, 2: name = '', index } of html.matchAll(tag)) {
    if (name === 'br' || name === 'img') continue
    if (name === 'h2' && !end && depth === 0) starts.push(index)
    depth += end ? -1 : 1
  }
  const used = new Set<string>()
  const parts = starts.map((start, position) => {
    const part = html.slice(start, starts[position + 1])
    const title = readTitle(part)
    const anchor = anchorOf(title, position, used)
    return { title, anchor, html: part.replace('<h2>', `<h2 id="${anchor}">`) }
  })
  return { opening: html.slice(0, starts[0]), parts }
}

/** The text of a part's heading, without the tags and entities of its HTML */
function readTitle(part: string): string {
  const text = part
    .slice('<h2>'.length, part.indexOf('</h2>'))
    .replaceAll(/<br[^>]*>/g, ' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(?:lt|gt|quot|amp|#39);/g, (entity) => entities[entity] ?? entity)
    .trim()
  return hasVisibleText(text) ? text : ''
}

const entities: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&amp;': '&',
  '&#39;': "'",
}

/** Ids that the page has without its text */
const taken = ['main', 'on-this-page', 'site-menu']

/** Headings without letters, with the same text, or with the text of another id get an anchor by their position. */
function anchorOf(title: string, position: number, used: Set<string>): string {
  const slug = slugOf(title)
  const isFree = slug !== '' && !used.has(slug) && !taken.includes(slug) && !slug.startsWith('footer-')
  let anchor = isFree ? slug : `part-${position + 1}`
  while (used.has(anchor)) anchor += '-again'
  used.add(anchor)
  return anchor
}

const emptyHeading = /<(h[1-3])>(?:\s|<br[^>]*>)*<\/\1>/g
const titleEnd = '</h1>'

/** Makes sure that a page has one `<h1>`: the first one of its text, or else `title`. Drops empty headings. */
export function withOneTitle(html: string, title: string): string {
  const text = html.replaceAll(emptyHeading, '')
  const end = text.indexOf(titleEnd)
  if (end === -1) return `<h1>${title}</h1>\n${text}`
  const rest = text.slice(end + titleEnd.length).replaceAll(/(<\/?)h1>/g, '$1h2>')
  return text.slice(0, end) + titleEnd + rest
}
