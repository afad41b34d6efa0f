import { escapeHtml } from '../../../../../core/contract/escape-html.ts'
import type { SourcePost } from '../source.ts'
import { toTime } from '../texts/post-fields.ts'
import { childOf, childrenOf, isXhtmlType, textIn, type XmlElement } from '../texts/read-xml.ts'
import { toPost } from './feed-post.ts'

/**
 * Reads an `entry` of Atom 1.0 (RFC 4287), or of 0.3, which has other names for the same. Undefined for what Blogger keeps beside its posts: comments, templates, and
 * settings.
 */
export function readAtomEntry(entry: XmlElement, siteUrl: string | undefined): SourcePost | undefined {
  const kind = readBloggerKind(entry)
  if (kind !== undefined && kind !== 'post' && kind !== 'page') return undefined
  const content = childOf(entry, 'content')
  const enclosures = childrenOf(entry, 'link')
    .map(({ attributes }) => attributes)
    .filter(({ rel }) => rel === 'enclosure')
  return toPost(
    {
      id: textIn(entry, 'id'),
      title: toHtml(childOf(entry, 'title')),
      link: readLink(entry),
      html: toHtml(content),
      isTooLong: content?.isTooLong ?? false,
      summary: toHtml(childOf(entry, 'summary')),
      tags: [
        ...childrenOf(entry, 'category')
          .filter(({ attributes }) => attributes.scheme !== kindScheme)
          .map(({ attributes }) => attributes.label ?? attributes.term ?? ''),
        ...childrenOf(entry, 'dc:subject').map(({ text }) => text),
      ],
      authors: childrenOf(entry, 'author').map((author) => textIn(author, 'name')),
      publishedAt: readTime(entry, 'published', 'issued', 'created', 'updated', 'modified'),
      updatedAt: readTime(entry, 'updated', 'modified'),
      picture: enclosures.find(({ type }) => type?.startsWith('image/'))?.href,
      attachments: enclosures.flatMap(({ href }) => href ?? []),
      ...(kind && { kind }),
      isDraft: isBloggerDraft(entry) || textIn(entry, 'draft') === 'true',
    },
    siteUrl,
  )
}

const readTime = (entry: XmlElement, ...names: string[]) =>
  names.map((name) => toTime(textIn(entry, name))).find((time) => time !== undefined)

/** Section 4.1.3: `xhtml` has markup, `html` is escaped markup, and without a type it is text. */
function toHtml(element: XmlElement | undefined): string {
  if (!element) return ''
  const { type } = element.attributes
  const isMarkup = type === 'html' || type === 'text/html' || isXhtmlType(type)
  return isMarkup ? element.text.trim() : escapeHtml(element.text.trim())
}

function readLink(entry: XmlElement): string {
  const links = childrenOf(entry, 'link')
  const page = links.find(({ attributes }) => attributes.rel === undefined || attributes.rel === 'alternate')
  return page?.attributes.href ?? ''
}

const kindScheme = 'http://schemas.google.com/g/2005#kind'

/** Blogger's backup has a category for it, and Google Takeout an element. */
function readBloggerKind(entry: XmlElement): string | undefined {
  const category = childrenOf(entry, 'category').find(({ attributes }) => attributes.scheme === kindScheme)
  const named = textIn(entry, 'blogger:type') || category?.attributes.term?.split('#')[1]
  return named?.toLowerCase()
}

function isBloggerDraft(entry: XmlElement): boolean {
  const control = childOf(entry, 'app:control')
  const status = textIn(entry, 'blogger:status')
  return (control && textIn(control, 'app:draft') === 'yes') || (status !== '' && status !== 'LIVE')
}
