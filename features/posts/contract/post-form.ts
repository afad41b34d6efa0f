import * as z from 'zod/mini'
import { defaultAuthor } from '../../../core/contract/session.ts'
import { type AuthorType, authorTypes, describeLostText } from './posts.ts'

const text = z.optional(z.string())

/** The form that creates a post in the simple admin (the admin without JavaScript). Unchecked boxes are not sent. */
export const simplePostForm = z.strictObject({
  /** Idempotency key, so that a double click creates one post */
  formKey: z.optional(z.string().check(z.maxLength(100))),
  title: text,
  author: text,
  authorType: z.optional(z.enum(authorTypes)),
  excerpt: text,
  content: text,
  /** Separated by commas */
  tags: text,
  sourceUrl: text,
  sourceName: text,
  seoTitle: text,
  seoDescription: text,
  /** `src` of an uploaded picture */
  socialImageUrl: text,
  isPublished: z.optional(z.literal('on')),
  /** The user has read the AI text that they publish. The page asks only then. */
  reviewed: z.optional(z.literal('on')),
  /** `actionId` (features/assistant/contract/assistant.ts) of the AI response that the excerpt came from */
  aiExcerpt: z.optional(z.uuid()),
  /** Confirms that saving may drop text inside HTML that a post cannot contain */
  withoutLostText: z.optional(z.literal('on')),
  /** The clicked button, if it was not Save Post */
  action: z.optional(z.literal('excerpt')),
})
export type SimplePostForm = z.infer<typeof simplePostForm>

export const emptySimplePost = {
  title: '',
  author: defaultAuthor,
  authorType: 'human' as AuthorType,
  excerpt: '',
  content: '',
  tags: '',
  sourceUrl: '',
  sourceName: '',
  seoTitle: '',
  seoDescription: '',
  socialImageUrl: '',
  isPublished: false,
  reviewed: false,
}

export type SimplePostValues = typeof emptySimplePost
export type SimplePostField = keyof SimplePostValues
export type SimplePostErrors = Partial<Record<SimplePostField, string>>

export const simplePostMessages = {
  required: 'Required',
  excerptMade: 'Excerpt generated!',
  excerptBuiltIn: 'By the built-in helper, no AI service used.',
  excerptByAi:
    'An AI service wrote it. Once the post is published, readers will see that AI helped with the short summary.',
  excerptProposed: 'You already have an excerpt, so we left it alone. Here’s the new one:',
  textMissing: 'There’s no text here yet. Write the post here.',
  tooTangled: 'This text is too complex to process. Paste it as plain text, or split it into two posts.',
  lostText: (count: number) =>
    `${describeLostText(count)} Remove that HTML, or save the post without that text.`,
  reviewed: 'I’ve read it all, and I stand by it.',
  reviewedHint:
    'Check this if it’s true, and readers are told that someone on our team reviewed it. It’s published either way.',
  withoutLostText: 'Save the post without that text',
  unreachable:
    'We can’t reach our records right now. Your text is still here. Click the button again in a moment.',
  busy: 'The site is very busy. Your text is still here. Click the button again in a few seconds.',
  signedOut: 'You’re signed out. Your text is still here:',
  somethingWrong: 'Something went wrong on our side. Your text is still here. Click the button again.',
} as const
