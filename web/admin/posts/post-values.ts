import * as z from 'zod/mini'
import { appliedActions } from '../../../contracts/disclosure.ts'
import { isCutExcerpt } from '../../../contracts/excerpt.ts'
import {
  type Post,
  type PostField,
  postFieldNames,
  postFields,
  postFormFields,
} from '../../../contracts/posts.ts'

const formValues = z.object({
  ...postFormFields,
  isPublished: z.boolean(),
  /** Time of a scheduled post as `datetime-local` has it, in the browser's time zone. Empty: on save. */
  publishAt: z.string(),
  /** Empty: made of the title. */
  slug: z.string(),
  /** Transcript of the recording that the text was made from, until the server has it. */
  transcript: z.string(),
  /** The AI responses that were applied */
  aiActions: appliedActions,
})
/** The values of the form. An optional field without a value is an empty string. */
export type PostValues = z.infer<typeof formValues>

/** The values of an empty form: a draft written by a person. */
export const newPostValues: PostValues = {
  ...fieldsOf({}),
  isPublished: false,
  publishAt: '',
  slug: '',
  transcript: '',
  aiActions: [],
}

/** Values stored on this device; an earlier version of the form may have had fewer fields. */
export const keptPostValues = z.pipe(
  z.transform((kept: object) => ({ ...newPostValues, ...kept })),
  formValues,
)

export function valuesOf(post: Post): PostValues {
  return {
    ...newPostValues,
    ...fieldsOf(post),
    isPublished: post.isPublished,
    publishAt: isScheduled(post) ? toLocalTime(new Date(post.publishedAt)) : '',
    slug: post.slugFollowsTitle ? '' : post.slug,
  }
}

function fieldsOf(post: Partial<Post>): Pick<PostValues, PostField> {
  return Object.fromEntries(
    postFieldNames.map((field) => [field, post[field] ?? postFields[field].initial ?? '']),
  ) as Pick<PostValues, PostField>
}

export function isScheduled(post: Post | undefined): boolean {
  return post?.isPublished === true && new Date(post.publishedAt) > new Date()
}

/** A time as `datetime-local` has it: in the browser's time zone, to the minute. */
export function toLocalTime(time: Date): string {
  const minutes = time.getTime() - time.getTimezoneOffset() * 60_000
  return new Date(minutes).toISOString().slice(0, 16)
}

/** The excerpt that the server made of the text, if no one wrote one. */
export function madeExcerptOf({ excerpt, content }: Post): string | undefined {
  return isCutExcerpt(excerpt, content) ? excerpt : undefined
}

/** Ignores the AI actions: they are saved along with the next change of the text. */
export function isSameText(a: PostValues, b: PostValues): boolean {
  return textFields.every((name) => String(a[name]) === String(b[name]))
}

const textFields = z.keyof(formValues).options.filter((name) => name !== 'aiActions')
