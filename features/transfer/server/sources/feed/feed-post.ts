import { escapeHtml } from '../../../../../core/contract/escape-html.ts'
import { postLimits } from '../../../../posts/contract/posts.ts'
import type { ImportNote } from '../../../contract/imports.ts'
import { pathOf } from '../archives/find-file.ts'
import type { SourcePost } from '../source.ts'
import { listNames, noteIf } from '../texts/note-words.ts'
import { plainText } from '../texts/plain-text.ts'
import { toFormerAddress, toTags, toTitle, unique } from '../texts/post-fields.ts'

/** What RSS and Atom both know about an entry */
export type FeedEntry = {
  id: string
  title: string
  link: string
  html: string
  isTooLong: boolean
  summary: string
  tags: string[]
  authors: string[]
  publishedAt: string | undefined
  updatedAt: string | undefined
  picture: string | undefined
  /** Addresses of files beside the text, such as the episodes of a podcast */
  attachments: string[]
  kind?: SourcePost['kind']
  isDraft?: boolean
}

export function toPost(entry: FeedEntry, siteUrl: string | undefined): SourcePost {
  const notes: ImportNote[] = []
  const summary = plainText(entry.summary, postLimits.excerpt)
  // Short messages have no title.
  const title = toTitle(entry.title || plainText(entry.html || entry.summary, 80), notes)
  const attachments = entry.attachments
    .filter((address) => address !== entry.picture)
    .map((address) => plainText(escapeHtml(address), 300))
  notes.push(
    ...noteIf(
      entry.html === '',
      title,
      'The feed has only a summary of it. Copy the rest of the text by hand.',
    ),
    ...noteIf(entry.isTooLong, title, 'The text is longer than 8 million characters, so it was left out.'),
    ...noteIf(
      attachments.length > 0,
      title,
      `Files beside its text were left out. Link to them by hand: ${listNames(attachments, 5)}`,
    ),
  )
  return {
    type: 'post',
    key: `feed:${readId(entry, siteUrl) || entry.link || title}`.slice(0, 1000),
    kind: entry.kind ?? 'post',
    title,
    slug: readSlug(entry.link),
    content: { html: entry.html || entry.summary },
    excerpt: entry.html === '' ? undefined : summary || undefined,
    tags: toTags(entry.tags, title, notes),
    authors: unique(entry.authors.map((name) => plainText(name, 100) || undefined)).slice(0, 20),
    status: entry.isDraft ? 'draft' : 'public',
    publishedAt: entry.publishedAt,
    updatedAt: entry.updatedAt,
    formerAddresses: unique([toFormerAddress(entry.link, siteUrl ?? entry.link)]),
    feedId: entry.id.slice(0, 500) || undefined,
    picture: entry.picture ? { address: entry.picture.slice(0, 4000) } : undefined,
    seo: {},
    notes,
  }
}

/** Ids that are addresses or tags are different everywhere. Others, such as numbers, are those of their feed. */
function readId({ id }: FeedEntry, siteUrl: string | undefined): string {
  return id === '' || siteUrl === undefined || URL.canParse(id) ? id : `${new URL(siteUrl).host}:${id}`
}

/** The last part of the address, without an ending such as `.html` */
function readSlug(link: string): string | undefined {
  const last = pathOf(link)
    ?.split('/')
    .findLast((part) => part !== '')
  return last === undefined ? undefined : plainText(last.replace(/\.\w{2,5}$/, ''), 200) || undefined
}
