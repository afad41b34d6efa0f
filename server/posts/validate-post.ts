import { excerptOf } from '../../contracts/excerpt.ts'
import {
  type AuthorType,
  cleanTags,
  defaultAuthor,
  type PostRequest,
  postLimits,
  postMessages,
} from '../../contracts/posts.ts'
import { slugOf } from '../../contracts/slug.ts'
import { isWebAddress } from '../../contracts/web-address.ts'
import { RequestProblem } from '../errors.ts'
import { readMediaAddress } from '../media/picture.ts'
import { readHtml } from './markdown.ts'
import { hasTooManyTags, textOf, tooMuchFormatting } from './sanitize.ts'
import { slugFromTitle } from './slugs.ts'

/** What keeps a post from being saved; `detail` is a sentence for the person. */
export type Refusal = { field: keyof PostRequest; reason: 'missing' | 'unfit'; detail: string }

/** What a call says, cleaned; undefined where it says nothing. */
export type PostValues = {
  title: string
  content: string
  excerpt: string
  author: string | undefined
  authorType: AuthorType | undefined
  tags: string[] | undefined
  isPublished: boolean | undefined
  publishedAt: Date | undefined
  slug: string
  sourceUrl: string | null | undefined
  sourceName: string | null | undefined
  imageUrl: string | null | undefined
  imageCaption: string | null | undefined
}

type Checked =
  | { ok: true; values: PostValues; lostText: number | undefined }
  | { ok: false; refusal: Refusal }

/** Whether what a call says may be saved. `isClean`: its content comes from our own sanitizer. */
export async function checkPost(call: PostRequest, { isClean = false } = {}): Promise<Checked> {
  const title = call.title ?? ''
  const given = call.content ?? ''
  const refuse = (
    field: keyof PostRequest,
    detail: string,
    reason: Refusal['reason'] = 'unfit',
  ): Checked => ({
    ok: false,
    refusal: { field, reason, detail },
  })
  const tooLong = (field: keyof PostRequest, what: string, most: number) =>
    refuse(field, `Keep the ${what} to ${most.toLocaleString('en-US')} characters or fewer.`)
  if (given.length > postLimits.content) return tooLong('content', 'content', postLimits.content)
  if (hasTooManyTags(given)) return refuse('content', tooMuchFormatting)
  const read = isClean ? { outcome: 'read' as const, html: given } : await readHtml(given)
  if (read.outcome === 'busy') throw new RequestProblem('overloaded', { retryAfterSeconds: 5 })
  if (read.outcome === 'too-tangled') return refuse('content', tooMuchFormatting)
  const content = read.html
  const text = textOf(content)
  if (title.trim() === '') return refuse('title', postMessages.titleAndContent, 'missing')
  if (text.trim() === '') return refuse('content', postMessages.titleAndContent, 'missing')
  if (title.length > postLimits.title) return tooLong('title', 'title', postLimits.title)
  if ((call.excerpt ?? '').length > postLimits.excerpt)
    return tooLong('excerpt', 'excerpt', postLimits.excerpt)
  if ((call.author ?? '').length > postLimits.author) return tooLong('author', 'author', postLimits.author)
  const tags = call.tags && cleanTags(call.tags)
  if (tags?.some((tag) => tag.length > postLimits.tag)) return tooLong('tags', 'tags', postLimits.tag)
  if (tags && tags.length > postLimits.tags) return refuse('tags', `Use up to ${postLimits.tags} tags.`)
  const sourceUrl = call.sourceUrl?.trim()
  if (sourceUrl && !isWebAddress(sourceUrl))
    return refuse('sourceUrl', 'Enter the full web address of the source, like https://example.org/article.')
  if ((call.sourceName ?? '').length > postLimits.sourceName)
    return tooLong('sourceName', 'source name', postLimits.sourceName)
  if (call.imageUrl && !readMediaAddress(call.imageUrl)) return refuse('imageUrl', noSuchPicture)
  if ((call.imageCaption ?? '').length > postLimits.imageCaption)
    return tooLong('imageCaption', 'caption', postLimits.imageCaption)
  if ((call.transcript ?? '').length > postLimits.transcript)
    return tooLong('transcript', 'transcript', postLimits.transcript)
  const publishedAt = call.publishedAt === undefined ? undefined : new Date(call.publishedAt)
  if (publishedAt && !(publishedAt >= firstTime && publishedAt < endOfTime))
    return refuse('publishedAt', 'Choose a date between the years 1900 and 2999.')
  return {
    ok: true,
    lostText: 'lostText' in read ? read.lostText : undefined,
    values: {
      title,
      content,
      excerpt: call.excerpt?.trim() ? call.excerpt : excerptOf(content),
      author: call.author === undefined ? undefined : call.author.trim() ? call.author : defaultAuthor,
      authorType: call.authorType,
      tags,
      isPublished: call.isPublished,
      publishedAt,
      slug: wantedSlug(title, call.slug ?? ''),
      sourceUrl: call.sourceUrl === undefined ? undefined : sourceUrl || null,
      sourceName:
        call.sourceName === undefined ? undefined : call.sourceName?.trim() ? call.sourceName : null,
      imageUrl: call.imageUrl === undefined ? undefined : call.imageUrl || null,
      imageCaption:
        call.imageCaption === undefined ? undefined : call.imageCaption?.trim() ? call.imageCaption : null,
    },
  }
}

/** Another year is a slip of the hand, and lists are paged by this time. */
const firstTime = new Date('1900-01-01T00:00:00Z')
const endOfTime = new Date('3000-01-01T00:00:00Z')

export const noSuchPicture = 'This image is no longer in Media. Choose another one.'

/** A client may send the slug that the rule makes of the title; only what differs from it is somebody's wish. */
function wantedSlug(title: string, given: string): string {
  const wish = slugFromTitle(given)
  return wish === '' || wish === slugOf(title) ? slugFromTitle(title) : wish
}
