import * as z from 'zod/mini'
import { aiFields, appliedActions, disclosures } from './disclosure.ts'
import { guestState } from './invites.ts'
import { mediaMessages, picture, readMediaAddress } from './media.ts'
import { rowNumber } from './paging.ts'
import { isWebAddress, webAddressLength } from './web-address.ts'

export const authorTypes = ['human', 'ai'] as const
export type AuthorType = (typeof authorTypes)[number]
export const authorTypeLabels: Record<AuthorType, string> = { human: 'Human Written', ai: 'AI Generated' }

/** The author of an empty form and of a post that is saved without one */
export const defaultAuthor = 'Admin'

/** Trims tags, and drops empty ones, repetitions, and `.` and `..`, which no URL can hold. Keeps the order. */
export function cleanTags(tags: readonly string[]): string[] {
  return [...new Set(tags.map((tag) => tag.trim()))].filter((tag) => !/^\.{0,2}$/.test(tag))
}

const maxTagLength = 60
const maxTags = 20

const atMost = (noun: string, max: number) =>
  z.maxLength(max, `Keep the ${noun} to ${max.toLocaleString('en-US')} characters or fewer.`)

const text = (noun: string, max: number) => ({
  request: z.optional(z.string()),
  response: z.string(),
  stored: z.string().check(atMost(noun, max)),
  initial: '',
  max,
})

/** An optional text; a blank one is stored as null */
const optionalText = (...checks: z.core.$ZodCheck<string>[]) => ({
  request: z.optional(z.nullable(z.string())),
  response: z.optional(z.string()),
  stored: z.pipe(
    z.transform((given: string | null) => given ?? ''),
    z.pipe(
      z.string().check(...checks),
      z.transform((value: string) => (value.trim() === '' ? null : value)),
    ),
  ),
  initial: null,
})

/**
 * The fields of a post that people write, in the order in which a save checks them. The contracts below, the limits,
 * the rows, the comparison of two versions, and what a revision keeps are derived from this table: a new field needs
 * a line here and a column in `blog_posts` and `post_revisions`.
 *
 * `request` and `response` are the field on the wire; a request that leaves it out changes nothing. `stored` turns a
 * request's value into the column's, or refuses it with a message for the editor. `initial` is the value in a new post.
 * `max` is the length in UTF-16 code units, or the number of tags.
 */
export const postFields = {
  title: text('title', 300),
  content: text('content', 1_000_000),
  /** A blank excerpt is cut from the content. */
  excerpt: text('excerpt', 1000),
  author: {
    ...text('author', 200),
    stored: z.pipe(
      z.string().check(atMost('author', 200)),
      z.transform((author) => (author.trim() === '' ? defaultAuthor : author)),
    ),
    initial: defaultAuthor,
  },
  authorType: {
    request: z.optional(z.enum(authorTypes)),
    response: z.enum(authorTypes),
    stored: z.enum(authorTypes),
    initial: 'human',
  },
  tags: {
    request: z.optional(z.array(z.string())),
    response: z.array(z.string()),
    stored: z.array(z.string()).check(
      z.overwrite(cleanTags),
      z.refine((tags) => tags.every((tag) => tag.length <= maxTagLength), {
        error: `Keep the tags to ${maxTagLength} characters or fewer.`,
        abort: true,
      }),
      z.maxLength(maxTags, `Use up to ${maxTags} tags.`),
    ),
    initial: [] as string[],
    max: maxTags,
  },
  sourceUrl: {
    ...optionalText(
      z.trim(),
      z.refine(
        (url) => url === '' || isWebAddress(url),
        'Enter the full web address of the source, like https://example.org/article.',
      ),
    ),
    max: webAddressLength,
  },
  sourceName: { ...optionalText(atMost('source name', 200)), max: 200 },
  /** `src` of one of our own pictures */
  imageUrl: optionalText(
    z.refine((src) => src === '' || readMediaAddress(src) !== undefined, mediaMessages.missing),
  ),
  imageCaption: { ...optionalText(atMost('caption', 500)), max: 500 },
} as const

type PostFields = typeof postFields
export type PostField = keyof PostFields

/** One part of the table's rows by the name of the field; fields without that part are left out. */
type FieldParts<Part extends string> = {
  [Field in PostField as PostFields[Field] extends Record<Part, unknown>
    ? Field
    : never]: Part extends keyof PostFields[Field] ? PostFields[Field][Part] : never
}

function eachField<Part extends string>(part: Part): FieldParts<Part> {
  const rows = Object.entries<Record<string, unknown>>(postFields)
  return Object.fromEntries(
    rows.filter(([, row]) => part in row).map(([field, row]) => [field, row[part]]),
  ) as FieldParts<Part>
}

export const postFieldNames = Object.keys(postFields) as PostField[]

/** The fields as the columns of a post hold them. */
export const storedPostFields = z.object(eachField('stored'))
export type StoredPostFields = z.infer<typeof storedPostFields>

export const initialPostFields: StoredPostFields = eachField('initial')

export const postLimits = { ...eachField('max'), tag: maxTagLength, transcript: 200_000 }

export const postMessages = {
  /** Shown above the form if one of the two is missing */
  titleAndContent: 'Title and content are required.',
  allRequired: 'Please fill in all required fields.',
  saved: 'Blog post saved successfully!',
  saveFailed: 'Failed to save blog post.',
  stale: 'Someone else saved this post after you opened it.',
} as const

/** The warning about text that sanitizing removes */
export function describeLostText(characters: number): string {
  const count = characters === 1 ? '1 character is' : `${characters.toLocaleString('en-US')} characters are`
  return `${count} inside HTML that a post can’t hold, such as a <style> or <textarea> that is never closed.`
}

/**
 * Saves a post: `POST /api/blog` without `id` creates one, with `id` and `version` it updates that one.
 * `PUT /api/blog/{id}` takes the same without `id`.
 */
export const postRequest = z.strictObject({
  id: z.optional(rowNumber),
  /** The version that was edited */
  version: z.optional(z.int().check(z.positive())),
  ...eachField('request'),
  isPublished: z.optional(z.boolean()),
  slug: z.optional(z.string()),
  /** True if the user chose this slug, even if it equals the one made from the title */
  slugByHand: z.optional(z.boolean()),
  /** Publication time, ISO 8601; without it, the time of the first publishing save */
  publishedAt: z.optional(z.iso.datetime({ offset: true })),
  /** An autosaved draft: its revisions are merged */
  autosave: z.optional(z.boolean()),
  /** The transcript that the text was made from, for admins only. A blank or missing one keeps the stored one. */
  transcript: z.optional(z.string()),
  /** How much of the AI texts is in the post; the disclosure is computed from it */
  aiActions: z.optional(appliedActions),
})
export type PostRequest = z.infer<typeof postRequest>

/** Header of a request that creates a post: a repeated key returns the post of the first request */
export const idempotencyHeader = 'idempotency-key'

const { content, ...summaryFields } = eachField('response')

export const postSummary = z.object({
  id: z.number(),
  slug: z.string(),
  ...summaryFields,
  isPublished: z.boolean(),
  /** ISO 8601. A future date schedules the post. */
  publishedAt: z.string(),
  /** The picture at `imageUrl`, with the attributes of an `img` */
  picture: z.optional(picture),
  /** Whole minutes, at least one */
  readingMinutes: z.number(),
  version: z.number(),
  updatedAt: z.string(),
  /** Time when it was moved to the trash */
  deletedAt: z.optional(z.string()),
  /** In the admin's lists: the invite's state, if a guest wrote the post. */
  guest: z.optional(guestState),
})
export type PostSummary = z.infer<typeof postSummary>

/** A post in every list; `content` is sanitized HTML */
export const post = z.extend(postSummary, {
  content,
  /** True if a new title changes the slug: it was not chosen by hand and has never been public */
  slugFollowsTitle: z.boolean(),
  /** True if readers may know its URL: a new title keeps the slug, and a new slug keeps the old one as a redirect */
  hasBeenPublic: z.boolean(),
  disclosure: z.enum(disclosures),
  /** The parts that AI has written, according to the ledger */
  aiFields: z.array(z.enum(aiFields)),
  /** Time when a person published it with this disclosure in view */
  reviewedAt: z.optional(z.string()),
})
export type Post = z.infer<typeof post>

/** Response to a save */
export const savedPost = z.extend(post, {
  /** Number of characters that sanitizing removed, if there were many */
  lostText: z.optional(z.number()),
})
export type SavedPost = z.infer<typeof savedPost>

/** Status 409: the problem, and the current post */
export const postConflict = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  detail: z.string(),
  requestId: z.string(),
  current: post,
})

/** `GET`, `DELETE` and `POST /api/settings/samples`: how many sample posts are untouched, were removed, or came back. */
export const samplesResponse = z.object({ count: z.number() })

/** `review`: submitted by a guest author and not published */
export const postStatuses = ['published', 'scheduled', 'draft', 'review', 'trash'] as const
export type PostStatus = (typeof postStatuses)[number]

/** The order of a list of posts; dates are publication dates */
export const postSorts = ['newest', 'oldest', 'title', 'updated'] as const
export type PostSort = (typeof postSorts)[number]

/** `GET /api/blog`: newest first, unless `sort` says otherwise. Visitors see published posts only; `status` is for admins. */
export const postQuery = z.object({
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500)), 100),
  /** From `Link: rel="next"` of the previous page */
  cursor: z.optional(z.string().check(z.regex(/^-?\d{1,17}_\d{1,10}$/))),
  q: z.optional(z.string().check(z.maxLength(200))),
  tag: z.optional(z.string().check(z.maxLength(60))),
  /** Without it: every post that is not in the trash */
  status: z.optional(z.enum(postStatuses)),
  /** For admins; visitors always get the newest first */
  sort: z.optional(z.enum(postSorts)),
})
export type PostQuery = z.infer<typeof postQuery>

/** `GET /api/blog/{id}/transcript`; empty if there is none */
export const transcriptResponse = z.object({ transcript: z.string() })

/** `POST /api/blog/{id}/preview-links`. The link is shown only this once. */
export const previewLink = z.object({ url: z.string(), expiresAt: z.string() })

/** `GET /api/blog/{id}/preview-links`: the number of valid links, and the latest expiry */
export const previewLinksResponse = z.object({ count: z.number(), lastExpiresAt: z.optional(z.string()) })
export type PreviewLinks = z.infer<typeof previewLinksResponse>

export const revisionCauses = ['save', 'autosave', 'publish', 'unpublish', 'restore'] as const

/** An entry in the list of a post's revisions */
export const revision = z.object({
  id: z.number(),
  version: z.number(),
  title: z.string(),
  savedAt: z.string(),
  /** Username; the account may have been deleted */
  savedBy: z.string(),
  cause: z.enum(revisionCauses),
})
export type Revision = z.infer<typeof revision>

export const revisionWithText = z.extend(revision, eachField('response'))
export type RevisionWithText = z.infer<typeof revisionWithText>

/** Allowed protocols of links in a post */
export const linkProtocols = ['http', 'https', 'mailto', 'tel'] as const

/** Reading speed */
export const wordsPerMinute = 225
