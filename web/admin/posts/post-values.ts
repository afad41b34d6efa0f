import * as z from 'zod/mini'
import { appliedActions } from '../../../contracts/disclosure.ts'
import { isCutExcerpt } from '../../../contracts/excerpt.ts'
import { authorTypes, defaultAuthor, type Post, type PostRequest } from '../../../contracts/posts.ts'

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
  /** What the text was made from, until the server has it. */
  transcript: z._default(z.string(), ''),
  /** What became of the answers of AI services. */
  aiActions: z._default(appliedActions, []),
})
export type PostValues = z.infer<typeof postValues>

/** A new form is a draft by a person. */
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
  transcript: '',
  aiActions: [],
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
    slug: post.slugFollowsTitle ? '' : post.slug,
    sourceUrl: post.sourceUrl ?? '',
    sourceName: post.sourceName ?? '',
    imageUrl: post.imageUrl ?? '',
    imageCaption: post.imageCaption ?? '',
    transcript: '',
    aiActions: [],
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

/** What is sent. An excerpt that the server made of the text (`madeExcerpt`) it makes anew. */
export function callOf(values: PostValues, madeExcerpt?: string): PostRequest {
  const { publishAt, transcript, aiActions, ...sent } = values
  return {
    ...sent,
    ...(values.slug !== '' && { slugByHand: true }),
    ...(transcript.trim() !== '' && { transcript }),
    ...(aiActions.length > 0 && { aiActions }),
    ...(publishAt !== '' && { publishedAt: new Date(publishAt).toISOString() }),
    excerpt: values.excerpt === madeExcerpt ? '' : values.excerpt,
    sourceUrl: values.sourceUrl.trim(),
    sourceName: values.sourceName.trim(),
  }
}

/** The excerpt of a post whose author wrote none. */
export function madeExcerptOf({ excerpt, content }: Post): string | undefined {
  return isCutExcerpt(excerpt, content) ? excerpt : undefined
}

/** What is told of AI goes along with the next change of the text: alone it makes none. */
export function isSameText(a: PostValues, b: PostValues): boolean {
  return (Object.keys(newPostValues) as (keyof PostValues)[]).every(
    (name) =>
      name === 'aiActions' || a[name] === b[name] || (name === 'tags' && String(a.tags) === String(b.tags)),
  )
}
