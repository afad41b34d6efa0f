import type { SourcePost } from '../source.ts'
import { toTime } from '../texts/post-fields.ts'
import { childOf, childrenOf, textIn, type XmlElement } from '../texts/read-xml.ts'
import { toPost } from './feed-post.ts'

/** Reads an `item` of RSS 2.0 (www.rssboard.org/rss-specification), with the modules `content` and `dc`. */
export function readRssItem(item: XmlElement, siteUrl: string | undefined): SourcePost {
  const content = childOf(item, 'content:encoded')
  const description = textIn(item, 'description')
  const link = textIn(item, 'link') || readPermalink(item)
  // A description with paragraphs is the whole text, as in feeds without the module `content`.
  const isWhole = !content && /<(?:p|div|img|br|h[1-6]|ul|ol|figure)\b/i.test(description)
  return toPost(
    {
      id: textIn(item, 'guid') || link,
      title: textIn(item, 'title'),
      link,
      html: content?.text.trim() || (isWhole ? description : ''),
      isTooLong: content?.isTooLong ?? false,
      summary: description,
      tags: [...childrenOf(item, 'category'), ...childrenOf(item, 'dc:subject')].map(({ text }) => text),
      authors: readAuthors(item),
      publishedAt: toTime(textIn(item, 'pubDate') || textIn(item, 'dc:date')),
      updatedAt: toTime(textIn(item, 'atom:updated') || textIn(item, 'dcterms:modified')),
      picture: readPicture(item),
      attachments: childrenOf(item, 'enclosure').flatMap(({ attributes }) => attributes.url ?? []),
    },
    siteUrl,
  )
}

/** A `guid` is an address unless it says that it is not. */
function readPermalink(item: XmlElement): string {
  const guid = childOf(item, 'guid')
  return guid && guid.attributes.isPermaLink !== 'false' && /^https?:/.test(guid.text.trim())
    ? guid.text.trim()
    : ''
}

/** RSS writes `ann@old.example (Ann)`; addresses are left out. */
function readAuthors(item: XmlElement): string[] {
  const creators = childrenOf(item, 'dc:creator').map(({ text }) => text)
  const authors = childrenOf(item, 'author').map(({ text }) => /\(([^)]{1,200})\)/.exec(text)?.[1] ?? text)
  return (creators.length > 0 ? creators : authors).filter((name) => !name.includes('@'))
}

function readPicture(item: XmlElement): string | undefined {
  const candidates = [
    ...childrenOf(item, 'enclosure'),
    ...childrenOf(item, 'media:content'),
    ...childrenOf(item, 'media:thumbnail'),
  ]
  return candidates.find(
    ({ name, attributes }) =>
      attributes.url &&
      (name === 'media:thumbnail' || attributes.medium === 'image' || attributes.type?.startsWith('image/')),
  )?.attributes.url
}
