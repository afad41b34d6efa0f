import { escapeHtml } from '../../../../../core/contract/escape-html.ts'
import { postLimits } from '../../../../posts/contract/posts.ts'
import type { ImportNote } from '../../../contract/imports.ts'
import type { SourcePost } from '../source.ts'
import { describeCanonical } from '../texts/note-words.ts'
import { plainText } from '../texts/plain-text.ts'
import { rootOf, toTags, toTime, toTitle, unique } from '../texts/post-fields.ts'
import type { JsonRow } from '../texts/read-json-rows.ts'
import { type GhostFacts, idOfPost, textOf } from './read-facts.ts'

/** Converts a row of the table `posts` (Ghost's core/server/data/schema/schema.js). */
export function readPost(row: JsonRow, facts: GhostFacts): SourcePost {
  const id = textOf(row, 'id')
  const notes: ImportNote[] = []
  const title = toTitle(escapeHtml(textOf(row, 'title')), notes)
  const note = (detail: string) => void notes.push({ about: title, detail })
  const meta = facts.metaOf.get(id)
  const metaText = (key: string) => String(meta?.get(key) ?? '')
  const slug = textOf(row, 'slug')
  const html = fillSiteUrl(textOf(row, 'html'), facts.siteUrl)
  const status = readStatus(row, html, note)
  noteLosses(row, note)
  const picture = fillSiteUrl(textOf(row, 'feature_image'), facts.siteUrl)
  return {
    type: 'post',
    key: `ghost:${idOfPost(row)}`,
    // Before Ghost 3, a page was a post with `page: 1`.
    kind: textOf(row, 'type') === 'page' || /^(?:1|true)$/.test(textOf(row, 'page')) ? 'page' : 'post',
    title,
    slug: plainText(slug, 200) || undefined,
    content: { html },
    excerpt: plainText(escapeHtml(textOf(row, 'custom_excerpt')), postLimits.excerpt) || undefined,
    tags: toTags(
      inOrder(facts.tagsOf.get(id)).flatMap((tag) => {
        const known = facts.tags.get(tag)
        return known && !known.isInternal ? [escapeHtml(known.name)] : []
      }),
      title,
      notes,
    ),
    authors: readAuthors(row, facts),
    status,
    publishedAt: readTime(row, 'published_at'),
    updatedAt: readTime(row, 'updated_at'),
    // Ghost's permalinks, unless routes.yaml says something else
    formerAddresses: slug === '' ? [] : [`${rootOf(facts.siteUrl)}/${slug}/`],
    // The feed of Ghost uses the id (core/frontend/services/rss/generate-feed.js).
    feedId: id || undefined,
    picture: picture
      ? {
          address: picture,
          alt: plainText(escapeHtml(metaText('feature_image_alt')), 500),
          caption: plainText(metaText('feature_image_caption'), postLimits.imageCaption),
        }
      : undefined,
    seo: readSeo(row, metaText, facts.siteUrl),
    notes,
  }
}

/** Fills in the placeholder that Ghost stores in place of its URL. Without the URL, addresses become paths. */
export const fillSiteUrl = (text: string, siteUrl = '') => text.replaceAll('__GHOST_URL__', () => siteUrl)

/** Ghost stores the HTML of each post beside the document of its editor, which is not read. */
const withoutHtml =
  'The export has no HTML of it, so it becomes a draft without its text. Save it in Ghost and export again, or copy its text by hand.'

function readStatus(row: JsonRow, html: string, note: (detail: string) => void): SourcePost['status'] {
  const status = textOf(row, 'status')
  const visibility = textOf(row, 'visibility')
  if (status === 'sent') {
    note('It was sent by email only, so it becomes a draft.')
    return 'draft'
  }
  if (status !== 'published' && status !== 'scheduled') return 'draft'
  if (visibility !== '' && visibility !== 'public') {
    note('Only members could read it, so it becomes a draft.')
    return 'draft'
  }
  return html === '' ? 'draft' : 'public'
}

function noteLosses(row: JsonRow, note: (detail: string) => void): void {
  if (row.tooLong.length > 0) note('A field is longer than 8 million characters, so it was left out.')
  if (textOf(row, 'html') === '') note(withoutHtml)
  if (textOf(row, 'codeinjection_head') || textOf(row, 'codeinjection_foot'))
    note('Its injected code was left out.')
  const canonical = textOf(row, 'canonical_url')
  if (canonical && !canonical.startsWith('__GHOST_URL__')) note(describeCanonical(canonical))
}

function readAuthors(row: JsonRow, facts: GhostFacts): string[] {
  const ids = inOrder(facts.authorsOf.get(textOf(row, 'id')))
  const names = (ids.length > 0 ? ids : [textOf(row, 'author_id')]).map(
    (id) => facts.users.get(id) || undefined,
  )
  return unique(names).slice(0, 20)
}

const inOrder = (links: { id: string; order: number }[] = []) =>
  links.toSorted((one, other) => one.order - other.order).map(({ id }) => id)

/** Times are ISO 8601, milliseconds, or, from SQLite, a time in UTC without a zone. */
function readTime(row: JsonRow, key: string): string | undefined {
  const value = row.values.get(key)
  return typeof value === 'number' || typeof value === 'string' ? toTime(value) : undefined
}

/** Older exports have these fields in the post itself. */
function readSeo(
  row: JsonRow,
  metaText: (key: string) => string,
  siteUrl: string | undefined,
): SourcePost['seo'] {
  const find = (...keys: string[]) =>
    keys.map((key) => metaText(key) || textOf(row, key)).find((text) => text !== '')
  const title = find('meta_title', 'og_title', 'twitter_title')
  const description = find('meta_description', 'og_description', 'twitter_description')
  const picture = find('og_image', 'twitter_image')
  return {
    title: title && plainText(escapeHtml(title), 200),
    description: description && plainText(escapeHtml(description), 500),
    pictureAddress: picture && fillSiteUrl(picture, siteUrl),
  }
}
