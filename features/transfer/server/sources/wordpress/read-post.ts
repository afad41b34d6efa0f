import { postLimits } from '../../../../posts/contract/posts.ts'
import type { ImportNote } from '../../../contract/imports.ts'
import type { SourcePost } from '../source.ts'
import { listNames } from '../texts/note-words.ts'
import { plainText } from '../texts/plain-text.ts'
import { rootOf, toFormerAddress, toTags, toTime, toTitle, unique } from '../texts/post-fields.ts'
import { childOf, childrenOf, textIn, type XmlElement } from '../texts/read-xml.ts'
import { metaOf, type WordpressFacts } from './read-facts.ts'
import { readSeo } from './read-seo.ts'
import { placeFootnotes, resolveContent } from './resolve-content.ts'

/** Converts an item of the type `post` or `page`. */
export function readPost(item: XmlElement, kind: SourcePost['kind'], facts: WordpressFacts): SourcePost {
  const id = textIn(item, 'wp:post_id')
  const notes: ImportNote[] = []
  const title = toTitle(textIn(item, 'title'), notes)
  const note = (detail: string) => void notes.push({ about: title, detail })
  const status = readStatus(item, note)
  // `0000-00-00 00:00:00` is how WordPress stores a missing time.
  const publishedAt =
    toTime(textIn(item, 'wp:post_date_gmt')) ??
    (status === 'public' ? (toTime(textIn(item, 'pubDate')) ?? readSiteTime(item)) : undefined)
  return {
    type: 'post',
    key: `wordpress:${(facts.siteUrl ?? '').replace(/^https?:\/\/(?:www\.)?/, '')}:${id}`,
    kind,
    title,
    slug: readSlug(item),
    content: { html: readContent(item, note, facts) },
    excerpt: plainText(textIn(item, 'excerpt:encoded'), postLimits.excerpt) || undefined,
    tags: readTags(item, title, notes),
    authors: readAuthors(item, facts),
    status,
    publishedAt,
    updatedAt: toTime(textIn(item, 'wp:post_modified_gmt')),
    formerAddresses: listFormerAddresses(item, id, kind, facts.siteUrl),
    feedId: textIn(item, 'guid').slice(0, 500) || undefined,
    picture: readPicture(item, facts),
    seo: readSeo(item, note),
    notes,
  }
}

function readContent(item: XmlElement, note: Note, facts: WordpressFacts): string {
  const content = childOf(item, 'content:encoded')
  if (content?.isTooLong) note('The text is longer than 8 million characters, so it was left out.')
  const text = placeFootnotes(content?.text.trim() ?? '', metaOf(item, 'footnotes'), note)
  return resolveContent(text, textIn(item, 'wp:post_id'), facts, note)
}

/** Most hours by which a zone differs from UTC */
const maxZoneHours = 14

/**
 * `wp:post_date` is in the zone of the site. The file does not name it, but the last change of the item has its time in
 * that zone, too, and in UTC.
 */
function readSiteTime(item: XmlElement): string | undefined {
  const [date, changed, changedUtc] = ['wp:post_date', 'wp:post_modified', 'wp:post_modified_gmt'].map(
    (name) => Date.parse(toTime(textIn(item, name)) ?? ''),
  ) as [number, number, number]
  const offset = changed - changedUtc
  return toTime(Math.abs(offset) <= maxZoneHours * 3_600_000 ? date - offset : date)
}

/** WordPress stores slugs percent-encoded if they are not plain ASCII. Other systems write an ending such as `.html`. */
function readSlug(item: XmlElement): string | undefined {
  const stored = textIn(item, 'wp:post_name').replace(/\.html?$/i, '')
  return plainText(decodeSlug(stored), maxSlug) || undefined
}

type Note = (detail: string) => void

/** Max characters of a slug in WordPress (wp-admin/includes/schema.php) */
const maxSlug = 200

function decodeSlug(slug: string): string {
  try {
    return decodeURIComponent(slug)
  } catch {
    return slug
  }
}

function readStatus(item: XmlElement, note: Note): SourcePost['status'] {
  const status = textIn(item, 'wp:status')
  if (status === 'private') note('It was private in WordPress, so it becomes a draft.')
  if (textIn(item, 'wp:post_password') !== '') {
    note('It had a password in WordPress, so it becomes a draft.')
    return 'draft'
  }
  return status === 'publish' || status === 'future' ? 'public' : 'draft'
}

/** Taxonomies of WordPress itself whose terms become tags */
const tagDomains = ['category', 'post_tag']
/** Taxonomies that describe the form of a post, or that are read elsewhere */
const quietDomains = ['post_format', 'nav_menu', 'author', 'language', 'post_translations']

function readTags(item: XmlElement, title: string, notes: ImportNote[]): string[] {
  const terms = childrenOf(item, 'category').map(({ attributes, text }) => ({
    domain: attributes.domain ?? 'category',
    slug: attributes.nicename,
    name: text,
  }))
  const others = unique(terms.map(({ domain }) => domain)).filter(
    (domain) => ![...tagDomains, ...quietDomains].includes(domain),
  )
  if (others.length > 0)
    notes.push({
      about: title,
      detail: `These groups of a plugin were left out: ${listNames(
        others.map((domain) => plainText(domain, 60)),
        5,
      )}.`,
    })
  return toTags(
    // The category of posts without a category
    terms
      .filter(({ domain, slug }) => tagDomains.includes(domain) && slug !== 'uncategorized')
      .map(({ name }) => name),
    title,
    notes,
  )
}

/** Terms of the taxonomy `author` are from the plugin Co-Authors Plus: `cap-` and the login. */
function readAuthors(item: XmlElement, facts: WordpressFacts): string[] {
  const coauthors = childrenOf(item, 'category')
    .filter(({ attributes }) => attributes.domain === 'author')
    .map(
      ({ attributes, text }) => facts.authors.get((attributes.nicename ?? '').replace(/^cap-/, '')) ?? text,
    )
  const login = textIn(item, 'dc:creator')
  const names = coauthors.length > 0 ? coauthors : [facts.authors.get(login) || login]
  return unique(names.map((name) => plainText(name, 100) || undefined)).slice(0, 20)
}

function listFormerAddresses(
  item: XmlElement,
  id: string,
  kind: SourcePost['kind'],
  siteUrl: string | undefined,
): string[] {
  const link = toFormerAddress(textIn(item, 'link'), siteUrl)
  const oldSlugs = childrenOf(item, 'wp:postmeta')
    .filter((meta) => textIn(meta, 'wp:meta_key') === '_wp_old_slug')
    .slice(0, 50)
    .map((meta) => textIn(meta, 'wp:meta_value'))
    .filter((slug) => slug !== '')
  const root = rootOf(siteUrl)
  return unique([
    link,
    `${root}/?${kind === 'page' ? 'page_id' : 'p'}=${id}`,
    toFormerAddress(textIn(item, 'guid'), siteUrl),
    ...oldSlugs.map((slug) => link && replaceSlug(link, slug)),
  ])
}

function replaceSlug(link: string, slug: string): string | undefined {
  return link.includes('?') ? undefined : link.replace(/[^/]+(\/?)$/, (_, slash) => slug + slash)
}

function readPicture(item: XmlElement, facts: WordpressFacts): SourcePost['picture'] {
  const { url, alt, caption } = facts.attachments.get(metaOf(item, '_thumbnail_id')) ?? {}
  return url ? { address: url, alt: alt || undefined, caption: caption || undefined } : undefined
}
