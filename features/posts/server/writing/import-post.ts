import { setTimeout as sleep } from 'node:timers/promises'
import { escapeHtml } from '../../../../core/contract/escape-html.ts'
import { excerptOf } from '../../../../core/contract/excerpt.ts'
import { slugLength } from '../../../../core/contract/slug.ts'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import { oneRow } from '../../../../core/server/db/one-row.ts'
import { RequestProblem } from '../../../../core/server/errors.ts'
import { addressOf, type PostKind } from '../../contract/post-kinds.ts'
import { cleanTags, initialPostFields, postLimits, type StoredPostFields } from '../../contract/posts.ts'
import { blogPosts } from '../../schema.ts'
import { columns } from '../post-rows.ts'
import { readHtml } from '../rendering/read-text.ts'
import { hasTooManyTags, sanitizerVersion, textOf } from '../rendering/sanitize.ts'
import { cutSlug, pickSlug, slugFromOldSite } from '../slugs.ts'
import { keepSlug } from './choose-slug.ts'
import type { Editor } from './editor.ts'
import { keepRevision } from './revisions.ts'
import { findChangedTags, lockUsedMedia, mergeFields, nextId, versionOf } from './save-post.ts'
import { type ValidPost, validatePost } from './validate-post.ts'

/** A post of another system. What a post of ours cannot hold is shortened, so that no post is lost. */
export type ForeignPost = {
  kind: PostKind
  /** Content is HTML. Fields that are left out get the value of a new post. */
  fields: Partial<StoredPostFields> & Pick<StoredPostFields, 'title' | 'content'>
  slug: string | undefined
  isPublished: boolean
  publishedAt: Date | undefined
  updatedAt: Date | undefined
  feedId: string | undefined
}

/** A post that fits, ready for its transaction */
export type FittingPost = Omit<ForeignPost, 'fields' | 'slug'> & {
  valid: ValidPost
  /** The old site's own slug, which notes compare with the new one */
  oldSlug: string
  /** Sentences about what was shortened or left out */
  details: string[]
}

/**
 * Makes a foreign post fit: cleans its content, and shortens what is too long.
 * @returns a refusal only if a field has a value that shortening does not fix
 */
export async function fitPost(
  post: ForeignPost,
): Promise<{ ok: true; post: FittingPost } | { ok: false; detail: string }> {
  const details: string[] = []
  const content = await fitContent(toStorable(post.fields.content), details)
  const title = fitTitle(toStorable(post.fields.title), content, details)
  const publishedAt = fitDate(post, details)
  const { slug: sentSlug = '' } = post
  const oldSlug = slugFromOldSite(decode(sentSlug))
  const validated = await validatePost(
    {
      ...post.fields,
      title,
      content: textOf(content).trim() === '' ? fillContent(title, content, details) : content,
      excerpt: fitText(post.fields.excerpt ?? '', 'excerpt', details),
      author: fitText(post.fields.author ?? '', 'author', details),
      tags: fitTags(post, details),
      imageCaption: fitText(post.fields.imageCaption ?? '', 'imageCaption', details) || null,
      seoTitle: fitText(post.fields.seoTitle ?? '', 'seoTitle', details) || null,
      seoDescription: fitText(post.fields.seoDescription ?? '', 'seoDescription', details) || null,
      kind: post.kind,
      slug: cutSlug(oldSlug),
    },
    { isClean: true, isImported: true },
  )
  if (!validated.ok) return { ok: false, detail: validated.refusal.detail }
  const { kind, isPublished, updatedAt, feedId } = post
  return {
    ok: true,
    post: { kind, isPublished, publishedAt, updatedAt, feedId, valid: validated.post, oldSlug, details },
  }
}

/**
 * Creates a post as another system had it: with its dates, and without Activity, emails, or notices. Each import has one
 * row in Activity instead. Returns the address where readers find the post once it is public, and the cache tags of the
 * pages that now show something else. The caller drops them, because imports come in thousands.
 */
export async function importPost(tx: Queryable, editor: Editor, post: FittingPost) {
  const { kind, valid, isPublished, oldSlug } = post
  const fields = mergeFields(initialPostFields, valid.fields)
  const details = [...post.details]
  const refusal = await lockUsedMedia(tx, fields)
  // Someone has deleted a picture since it was imported. The next run imports it again.
  if (refusal) throw new RequestProblem('conflict', { detail: refusal.detail, retryAfterSeconds: 1 })
  const id = await nextId(tx)
  const slug = await pickSlug(tx, { id, kind }, valid.slug)
  const address = addressOf({ kind, slug })
  if (oldSlug.length > slugLength)
    details.push(`Its address had more than ${slugLength} characters, so it was cut to ${address}.`)
  else if (oldSlug !== '' && slug !== oldSlug)
    details.push(`${addressOf({ kind, slug: oldSlug })} is taken, so this one is at ${address}.`)
  const { publishedAt = new Date() } = post
  const row = oneRow(
    await tx
      .insert(blogPosts)
      .values({
        id,
        kind,
        slug,
        ...fields,
        isPublished,
        publishedAt,
        // Readers know the address, so a new title must not change it.
        firstPublishedAt: isPublished ? publishedAt : null,
        updatedAt: post.updatedAt ?? publishedAt,
        feedId: post.feedId ?? null,
        sanitizerVersion,
        // A file says who signed the post, but not whether a person or AI wrote it.
        authorStated: false,
        createdBy: editor.id === 0 ? null : editor.id,
      })
      .returning(columns),
  )
  await keepSlug(tx, row, slug)
  await keepRevision(tx, id, versionOf(row), { savedBy: editor.username, cause: 'import' })
  return { id, version: row.version, address, details, tags: findChangedTags(undefined, row) }
}

/** Text that Postgres can store */
const toStorable = (text: string) => text.replaceAll('\0', '').toWellFormed()

async function fitContent(html: string, details: string[]): Promise<string> {
  const read = hasTooManyTags(html) ? ({ outcome: 'too-tangled' } as const) : await readInTurn(html)
  if (read.outcome !== 'read') {
    details.push('It has too much formatting, so only its text was kept.')
    return cutContent(asParagraphs(html), details)
  }
  if ('lostText' in read && read.lostText)
    details.push('Some text in it was inside of code that a post can’t hold, and was left out.')
  return cutContent(read.html, details)
}

async function cutContent(html: string, details: string[]): Promise<string> {
  if (html.length <= postLimits.content) return html
  details.push(
    `It has more than ${postLimits.content.toLocaleString('en-US')} characters, so its end was cut off.`,
  )
  // Room for the tags that cleaning closes again
  const start = html.slice(0, postLimits.content - 10_000)
  const read = await readInTurn(start.slice(0, Math.max(start.lastIndexOf('<'), start.lastIndexOf('>') + 1)))
  return read.outcome === 'read' ? read.html : asParagraphs(start)
}

async function readInTurn(html: string) {
  for (;;) {
    const read = await readHtml(html)
    if (read.outcome !== 'busy') return read
    await sleep(500)
  }
}

function asParagraphs(html: string): string {
  const lines = textOf(html.replaceAll(/<(?:br|\/p|\/div|\/li|\/h\d)\b[^>]*>/gi, '\n')).split(/\n+/)
  return lines
    .filter((line) => line.trim() !== '')
    .map((line) => `<p>${escapeHtml(line.trim())}</p>`)
    .join('')
}

function fitTitle(title: string, content: string, details: string[]): string {
  if (title.trim() !== '') return fitText(title.trim(), 'title', details)
  const start = textOf(content).trim() === '' ? '' : excerptOf(content).slice(0, 80)
  details.push('It had no title, so it got one from its first words.')
  return start || 'Untitled'
}

function fillContent(title: string, content: string, details: string[]): string {
  details.push('It had no text, so its title is its text.')
  return `<p>${escapeHtml(title)}</p>${content}`
}

const fieldNames = {
  title: 'title',
  excerpt: 'excerpt',
  author: 'author',
  imageCaption: 'caption',
  seoTitle: 'search title',
  seoDescription: 'search description',
} as const

function fitText(text: string, field: keyof typeof fieldNames, details: string[]): string {
  const max = postLimits[field]
  const storable = toStorable(text)
  if (storable.length <= max) return storable
  details.push(`Its ${fieldNames[field]} was shortened to ${max} characters.`)
  return `${storable.slice(0, max - 1).toWellFormed()}…`
}

function fitTags({ kind, fields }: ForeignPost, details: string[]): string[] {
  const tags = cleanTags((fields.tags ?? []).map(toStorable))
  if (kind === 'page') {
    if (tags.length > 0) details.push('Pages have no tags, so its tags were left out.')
    return []
  }
  if (tags.some((tag) => tag.length > postLimits.tag))
    details.push(`Its longest tags were shortened to ${postLimits.tag} characters.`)
  const short = cleanTags(tags.map((tag) => tag.slice(0, postLimits.tag).toWellFormed()))
  if (short.length > postLimits.tags)
    details.push(`It had ${short.length} tags. The first ${postLimits.tags} were kept.`)
  return short.slice(0, postLimits.tags)
}

/** The years that a save accepts (validate-post.ts) */
function fitDate({ kind, isPublished, publishedAt: date }: ForeignPost, details: string[]): Date | undefined {
  if (!date) {
    if (kind === 'post' && isPublished) details.push('It had no date, so it got today’s date.')
    return undefined
  }
  const year = date.getUTCFullYear()
  if (year >= 1900 && year < 3000) return date
  details.push('Its date can’t be right, so it got today’s date.')
  return undefined
}

/** Slugs in other scripts are percent-encoded in some systems. */
function decode(slug: string): string {
  try {
    return decodeURIComponent(slug)
  } catch {
    return slug
  }
}
