import * as z from 'zod/mini'
import { isCutExcerpt } from '../../../../core/contract/excerpt.ts'
import { isoMinute } from '../../../../core/contract/format-date.ts'
import { appliedActions } from '../../contract/disclosure.ts'
import {
  type Post,
  type PostField,
  postFieldNames,
  postFields,
  postFormFields,
} from '../../contract/posts.ts'

const formValues = z.object({
  ...postFormFields,
  isPublished: z.boolean(),
  /** Publication time in the format of `datetime-local`, in the site's time zone. Empty: publish on save. */
  publishAt: z.string(),
  /** Empty: the server derives the slug from the title. */
  slug: z.string(),
  /** Transcript of the recording that the text is based on; empty once the server has it */
  transcript: z.string(),
  /** AI actions: how much of each AI response is in the post */
  aiActions: appliedActions,
  /** False if readers are not told who wrote the post, because it was imported */
  isAuthorStated: z.boolean(),
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
  isAuthorStated: true,
}

export function valuesOf(post: Post): PostValues {
  return {
    ...newPostValues,
    ...fieldsOf(post),
    isPublished: post.isPublished,
    isAuthorStated: post.disclosure !== 'unknown',
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

export function isPublic(post: Post | undefined): boolean {
  return post?.isPublished === true && !isScheduled(post)
}

/** Formats a time for `datetime-local`: in the site's time zone, without seconds. `timeOf` reads it. */
export const toLocalTime = (time: Date): string => isoMinute(time).replace(' ', 'T')

/** The excerpt if the server cut it from the content; undefined if someone wrote the excerpt. */
export function madeExcerptOf({ excerpt, content }: Post): string | undefined {
  return isCutExcerpt(excerpt, content) ? excerpt : undefined
}

/** Compares all values except the AI actions, which are saved together with the next change of the text. */
export function isSameText(a: PostValues, b: PostValues): boolean {
  return textFields.every((name) => String(a[name]) === String(b[name]))
}

const textFields = z.keyof(formValues).options.filter((name) => name !== 'aiActions')
