import * as z from 'zod/mini'
import { appliedActions } from '../../../contracts/disclosure.ts'
import { isCutExcerpt } from '../../../contracts/excerpt.ts'
import { authorTypes, defaultAuthor, type Post, type PostRequest } from '../../../contracts/posts.ts'

/** The values of the form. */
export const postValues = z.object({
  title: z.string(),
  content: z.string(),
  excerpt: z.string(),
  author: z.string(),
  authorType: z.enum(authorTypes),
  tags: z.array(z.string()),
  isPublished: z.boolean(),
  /** Time of a scheduled post as `datetime-local` has it, in the browser's time zone. Empty: on save. */
  publishAt: z._default(z.string(), ''),
  /** Empty: made of the title. */
  slug: z.string(),
  sourceUrl: z.string(),
  sourceName: z.string(),
  /** `src` of the post's own picture. Empty: it has none. */
  imageUrl: z._default(z.string(), ''),
  imageCaption: z._default(z.string(), ''),
  /** Transcript of the recording that the text was made from, until the server has it. */
  transcript: z._default(z.string(), ''),
  /** Which AI responses were applied. */
  aiActions: z._default(appliedActions, []),
})
export type PostValues = z.infer<typeof postValues>

/** The values of an empty form: a draft written by a person. */
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

/** A time as `datetime-local` has it: in the browser's time zone, to the minute. */
export function toLocalTime(time: Date): string {
  const minutes = time.getTime() - time.getTimezoneOffset() * 60_000
  return new Date(minutes).toISOString().slice(0, 16)
}

/** The body of a save. The server makes an excerpt again that it made itself (`madeExcerpt`). */
export function requestOf(values: PostValues, madeExcerpt?: string): PostRequest {
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

/** The excerpt that the server made of the text, if nobody wrote one. */
export function madeExcerptOf({ excerpt, content }: Post): string | undefined {
  return isCutExcerpt(excerpt, content) ? excerpt : undefined
}

/** Ignores the AI actions: they are saved along with the next change of the text. */
export function isSameText(a: PostValues, b: PostValues): boolean {
  return textFields.every((name) => String(a[name]) === String(b[name]))
}

const textFields = z.keyof(postValues).options.filter((name) => name !== 'aiActions')
