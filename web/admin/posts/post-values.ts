import * as z from 'zod/mini'
import { excerptOf } from '../../../contracts/excerpt.ts'
import { authorTypes, defaultAuthor, type Post, type PostCall } from '../../../contracts/posts.ts'
import { slugOf } from '../../../contracts/slug.ts'

/** What the form holds. */
export const postValues = z.object({
  title: z.string(),
  content: z.string(),
  excerpt: z.string(),
  author: z.string(),
  authorType: z.enum(authorTypes),
  tags: z.array(z.string()),
  isPublished: z.boolean(),
  /** Of a post to come: a time as `datetime-local` has it, in the browser's zone. Empty: as soon as it is saved. */
  publishAt: z._default(z.string(), ''),
  /** Empty: it follows the title. */
  slug: z.string(),
  sourceUrl: z.string(),
  sourceName: z.string(),
  /** `src` of the post's own picture; empty: it has none. */
  imageUrl: z._default(z.string(), ''),
  imageCaption: z._default(z.string(), ''),
})
export type PostValues = z.infer<typeof postValues>

/** Spec section 4: a new form is a draft by a person. */
export const newPostValues: PostValues = {
  title: '',
  content: '',
  excerpt: '',
  author: defaultAuthor,
  authorType: 'human',
  tags: [],
  isPublished: false,
  publishAt: '',
  slug: '',
  sourceUrl: '',
  sourceName: '',
  imageUrl: '',
  imageCaption: '',
}

export function valuesOf(post: Post): PostValues {
  return {
    title: post.title,
    content: post.content,
    excerpt: post.excerpt,
    author: post.author,
    authorType: post.authorType,
    tags: post.tags,
    isPublished: post.isPublished,
    publishAt: isScheduled(post) ? toLocalTime(new Date(post.publishedAt)) : '',
    slug: post.isPublished || !followsTitle(post) ? post.slug : '',
    sourceUrl: post.sourceUrl ?? '',
    sourceName: post.sourceName ?? '',
    imageUrl: post.imageUrl ?? '',
    imageCaption: post.imageCaption ?? '',
  }
}

export function isScheduled(post: Post | undefined): boolean {
  return post?.isPublished === true && new Date(post.publishedAt) > new Date()
}

/** As `datetime-local` has it: the browser's zone, to the minute. */
export function toLocalTime(time: Date): string {
  const minutes = time.getTime() - time.getTimezoneOffset() * 60_000
  return new Date(minutes).toISOString().slice(0, 16)
}

/** Only the server can write other scripts in ASCII; a slug of such a title is taken for its own. */
function followsTitle({ title, slug }: Post): boolean {
  const own = slugOf(title)
  return (
    /[^\p{ASCII}]/u.test(title) ||
    slug === own ||
    (slug.startsWith(own) && /^-\d+$/.test(slug.slice(own.length)))
  )
}

/** What is sent. An excerpt that the server made of the text (`madeExcerpt`) it makes anew. */
export function callOf(values: PostValues, madeExcerpt?: string): PostCall {
  const { publishAt, ...sent } = values
  return {
    ...sent,
    ...(publishAt !== '' && { publishedAt: new Date(publishAt).toISOString() }),
    excerpt: values.excerpt === madeExcerpt ? '' : values.excerpt,
    sourceUrl: values.sourceUrl.trim(),
    sourceName: values.sourceName.trim(),
  }
}

/** The excerpt of a post whose author wrote none. */
export function madeExcerptOf({ excerpt, content }: Post): string | undefined {
  const { body } = new DOMParser().parseFromString(content, 'text/html')
  return excerpt === excerptOf(body.textContent) ? excerpt : undefined
}

export function isSameText(a: PostValues, b: PostValues): boolean {
  return (Object.keys(newPostValues) as (keyof PostValues)[]).every(
    (name) => a[name] === b[name] || (name === 'tags' && String(a.tags) === String(b.tags)),
  )
}

/** The text of HTML as a reader sees it, blocks apart from each other. */
export function textOfHtml(html: string): string {
  return readParagraphs(html).join('\n\n')
}

/** The text of every block that holds text itself. */
export function readParagraphs(html: string): string[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const blocks = [...body.querySelectorAll('p, h1, h2, h3, pre')]
  const texts = blocks.length > 0 ? blocks.map((block) => block.textContent) : [body.textContent]
  return texts.map((text) => text.trim()).filter((text) => text !== '')
}

/** By pattern, because it is asked at every letter. */
export function hasText(html: string): boolean {
  return html.replaceAll(/<[^>]*>|&nbsp;|\s/g, '') !== ''
}
