import * as z from 'zod/mini'
import { endpoint, rowEndpoint } from '../../../core/contract/endpoint.ts'
import { pageQuery, rowNumber } from '../../../core/contract/paging.ts'
import { defaultAuthor } from '../../../core/contract/session.ts'
import { isWebAddress, webAddressLength } from '../../../core/contract/web-address.ts'
import { mediaMessages, picture, readMediaAddress, socialPicture } from '../../media/contract/media.ts'
import { aiFields, appliedActions, disclosures } from './disclosure.ts'
import { guestState } from './post-guest.ts'
import { type PostKind, postKinds } from './post-kinds.ts'

export const authorTypes = ['human', 'ai'] as const
export type AuthorType = (typeof authorTypes)[number]
export const authorTypeLabels: Record<AuthorType, string> = { human: 'Human Written', ai: 'AI Generated' }

/**
 * Trims tags and drops empty and repeated ones. Also drops `.` and `..`, because browsers resolve them as folders in
 * the tag's URL. Keeps the order.
 */
export function cleanTags(tags: readonly string[]): string[] {
  return [...new Set(tags.map((tag) => tag.trim()))].filter((tag) => !/^\.{0,2}$/.test(tag))
}

const maxTagLength = 60
const maxTags = 20

const atMost = (noun: string, max: number) =>
  z.maxLength(max, `Keep the ${noun} to ${max.toLocaleString('en-US')} characters or fewer.`)

/** The schemas of a field that every post has: in forms, in requests, and in responses */
const required = <Value extends z.core.$ZodType>(value: Value) => ({
  value,
  request: z.optional(value),
  response: value,
})

const text = (label: string, max: number) => ({
  label,
  ...required(z.string()),
  stored: z.string().check(atMost(label.toLowerCase(), max)),
  initial: '',
  max,
})

/** A text that a post does not need; a blank text is stored as null */
const optionalText = (label: string, ...checks: z.core.$ZodCheck<string>[]) => ({
  label,
  value: z.string(),
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

const uploadedPicture = () =>
  z.refine<string>((src) => src === '' || readMediaAddress(src) !== undefined, mediaMessages.missing)

/**
 * The fields of a post that people write, in the order in which a save checks them. This table is the source for the
 * contracts below, the limits, the database rows, the form values, the comparison of two versions, and the content of
 * a revision. A new field needs a line here, a column in `fieldColumns` (features/posts/schema.ts), a control in
 * features/posts/web/admin/post-panel.tsx, and a place on the page (features/posts/web/blog/post.tsx).
 *
 * - `label`: name of the field in the comparison of versions
 * - `value`: schema of the field in a form
 * - `request`, `response`: schemas in the JSON API. A field that a request leaves out does not change.
 * - `stored`: converts a request's value to the column's value, or refuses it with a message for the editor
 * - `initial`: value in a new post
 * - `max`: maximum length in UTF-16 code units, or maximum number of tags
 */
export const postFields = {
  title: text('Title', 300),
  content: text('Content', 1_000_000),
  /** If blank, the excerpt is cut from the content. */
  excerpt: text('Excerpt', 1000),
  tags: {
    label: 'Tags',
    ...required(z.array(z.string())),
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
  author: {
    ...text('Author', 200),
    stored: z.pipe(
      z.string().check(atMost('author', 200)),
      z.transform((author) => (author.trim() === '' ? defaultAuthor : author)),
    ),
    initial: defaultAuthor,
  },
  authorType: {
    label: 'Content type',
    ...required(z.enum(authorTypes)),
    stored: z.enum(authorTypes),
    initial: 'human',
  },
  sourceUrl: {
    ...optionalText(
      'Source URL',
      z.trim(),
      z.refine(
        (url) => url === '' || isWebAddress(url),
        'Enter the full web address of the source, like https://example.org/article.',
      ),
    ),
    max: webAddressLength,
  },
  sourceName: { ...optionalText('Source name', atMost('source name', 200)), max: 200 },
  /** `src` of an uploaded picture */
  imageUrl: optionalText('Image', uploadedPicture()),
  imageCaption: { ...optionalText('Caption', atMost('caption', 500)), max: 500 },
  /** Replaces the title, the excerpt, and the drawn picture in search engines and on social networks */
  seoTitle: { ...optionalText('Search title', atMost('search title', 200)), max: 200 },
  seoDescription: { ...optionalText('Search description', atMost('search description', 500)), max: 500 },
  /** `src` of an uploaded picture */
  socialImageUrl: optionalText('Social image', uploadedPicture()),
} as const

type PostFields = typeof postFields
export type PostField = keyof PostFields

/** Maps each field to one part of its row in the table. Fields without that part are left out. */
type FieldParts<Part extends string> = {
  [Field in PostField as PostFields[Field] extends Record<Part, unknown>
    ? Field
    : never]: Part extends keyof PostFields[Field] ? PostFields[Field][Part] : never
}

/** Returns one part of every field, such as all `initial` values. The cast restores the types of the entries. */
function eachField<Part extends string>(part: Part): FieldParts<Part> {
  const rows = Object.entries<Record<string, unknown>>(postFields)
  return Object.fromEntries(
    rows.filter(([, row]) => part in row).map(([field, row]) => [field, row[part]]),
  ) as FieldParts<Part>
}

/** The fields that hold the `src` of an uploaded picture */
export const pictureFields = ['imageUrl', 'socialImageUrl'] as const satisfies PostField[]

/** Lengths that search engines show in full, in UTF-16 code units */
export const suggestedLengths = { seoTitle: 70, seoDescription: 160 } as const

export const postFieldNames = Object.keys(postFields) as PostField[]

/** Converts the fields of a request to the values that the post's columns store */
export const storedPostFields = z.object(eachField('stored'))
export type StoredPostFields = z.infer<typeof storedPostFields>

export const initialPostFields: StoredPostFields = eachField('initial')

export const postLimits = { ...eachField('max'), tag: maxTagLength, transcript: 200_000 }

export const postMessages = {
  titleAndContent: 'Title and content are required.',
  allRequired: 'Please fill in all required fields.',
  saved: 'Blog post saved successfully!',
  saveFailed: 'Failed to save blog post.',
  stale: (kind: PostKind) => `Someone else saved this ${kind} after you opened it.`,
} as const

/** Message for the editor about text that sanitizing the HTML would remove */
export function describeLostText(characters: number): string {
  const count = characters === 1 ? '1 character is' : `${characters.toLocaleString('en-US')} characters are`
  return `${count} inside HTML that a post can’t hold, such as a <style> or <textarea> that is never closed.`
}

/** With `id` and `version`, a save updates that post; without them, it creates a post. */
export const postRequest = z.strictObject({
  id: z.optional(rowNumber),
  /** The version that the editor started from. A save over a newer version gets a 409. */
  version: z.optional(z.int().check(z.positive())),
  /** By default a post. The kind never changes. */
  kind: z.optional(z.enum(postKinds)),
  ...eachField('request'),
  isPublished: z.optional(z.boolean()),
  slug: z.optional(z.string()),
  /** True if the editor chose the slug, even if it equals the slug that the title would get */
  slugByHand: z.optional(z.boolean()),
  /** When the post becomes public, ISO 8601. By default that is when it is first published. */
  publishedAt: z.optional(z.iso.datetime({ offset: true })),
  /** True if a timer saved the post, not the editor. Autosaves within ten minutes share one revision. */
  autosave: z.optional(z.boolean()),
  /** Transcript of the recording from which the post was written, visible to admins only. Blank: no change. */
  transcript: z.optional(z.string()),
  /** AI actions: the amount of each AI response that is in the post. The disclosure is computed from them. */
  aiActions: z.optional(appliedActions),
  /**
   * True if a person was asked whether they have read the text and take responsibility for it, and said yes. Readers are
   * then told that someone reviewed it. Has no effect on drafts, without AI text, and with an API token.
   */
  reviewed: z.optional(z.boolean()),
})
export type PostRequest = z.infer<typeof postRequest>

/** Header of a save without `id`. A request that repeats a key returns the post that the first request created. */
export const idempotencyHeader = 'idempotency-key'

export const postFormFields = eachField('value')

export const wirePostFields = eachField('response')
const { content, ...summaryFields } = wirePostFields

export const postSummary = z.object({
  id: z.number(),
  kind: z.enum(postKinds),
  slug: z.string(),
  ...summaryFields,
  isPublished: z.boolean(),
  /** ISO 8601. A future date schedules the post. */
  publishedAt: z.string(),
  /** The attributes of an `img` for the picture at `imageUrl` */
  picture: z.optional(picture),
  /** Reading time in whole minutes, at least 1 */
  readingMinutes: z.number(),
  version: z.number(),
  updatedAt: z.string(),
  /** When the post was moved to the trash */
  deletedAt: z.optional(z.string()),
  /** In the admin's lists: the invite's state, if a guest wrote the post. */
  guest: z.optional(guestState),
})
export type PostSummary = z.infer<typeof postSummary>

/** `content` is sanitized HTML. */
export const post = z.extend(postSummary, {
  content,
  /** True if a new title changes the slug: no editor chose the slug, and the post was never public */
  slugFollowsTitle: z.boolean(),
  /**
   * True if readers may know the URL. Then a new title does not change the slug, and the old URL keeps working after
   * an editor changes it.
   */
  hasBeenPublic: z.boolean(),
  /** The picture at `socialImageUrl`, as a JPEG that social networks accept */
  socialPicture: z.optional(socialPicture),
  disclosure: z.enum(disclosures),
  /** Fields that AI has written, according to the ledger (the log of AI use) */
  aiFields: z.array(z.enum(aiFields)),
  /** When an editor said that they have read the text */
  reviewedAt: z.optional(z.string()),
  /** Id in the feeds of the site from which the post was imported */
  feedId: z.optional(z.string()),
  /** Id of the user who created the post, for signed-in users only; missing for guests' posts and samples */
  createdBy: z.optional(z.number()),
})
export type Post = z.infer<typeof post>

export const visitorPost = z.omit(post, { createdBy: true })

export const savedPost = z.extend(post, {
  /** Number of characters that sanitizing removed from the content; missing if it removed little or nothing */
  lostText: z.optional(z.number()),
})
export type SavedPost = z.infer<typeof savedPost>

/** `review`: submitted by a guest author, and not published. */
export const postStatuses = ['published', 'scheduled', 'draft', 'review', 'trash'] as const
export type PostStatus = (typeof postStatuses)[number]

/** `newest` and `oldest` sort by publication date. */
export const postSorts = ['newest', 'oldest', 'title', 'updated'] as const
export type PostSort = (typeof postSorts)[number]

export const postQuery = z.object({
  limit: pageQuery.shape.limit,
  /** From the `Link: rel="next"` of the previous page. */
  cursor: z.optional(z.string().check(z.regex(/^-?\d{1,17}_\d{1,10}$/))),
  q: z.optional(z.string().check(z.maxLength(200))),
  tag: z.optional(z.string().check(z.maxLength(60))),
  /** By default posts */
  kind: z.optional(z.enum(postKinds)),
  /** For admins only. By default the list contains every post outside the trash. */
  status: z.optional(z.enum(postStatuses)),
  /** For admins only. Visitors get the newest posts first. */
  sort: z.optional(z.enum(postSorts)),
})
export type PostQuery = z.infer<typeof postQuery>

export const linkProtocols = ['http', 'https', 'mailto', 'tel'] as const

/** Reading speed, for the reading time */
export const wordsPerMinute = 225

export const postList = endpoint('GET', '/api/blog', {
  summary: 'List posts, newest first',
  description:
    'Visitors see published posts, up to 100 at once; admins all but the trash, or those of one `status`, in the order of `sort`. With `kind=page`, the site’s own pages, such as About, instead of posts.',
  query: postQuery,
  response: z.array(post),
})

export const recentPostList = endpoint('GET', '/api/blog/recent', {
  summary: 'The three newest published posts',
  response: z.array(postSummary),
})

export const postRead = endpoint('GET', '/api/blog/:id', {
  summary: 'One post by its slug; for admins also a page, and by its id, with `by=id` by nothing else',
  params: z.object({ id: z.string() }),
  query: z.strictObject({ by: z.optional(z.literal('id')) }),
  response: post,
})

export const postSave = endpoint('POST', '/api/blog', {
  summary: 'Save a post',
  description:
    'Without `id` it is created (201); an `Idempotency-Key` makes a repeated call the same post. With `id` and `version` that post is updated (200), or the answer is 409 with the current post (`current`). With the `kind` page, it is a page of the site’s own: its address is `/` and the slug, and it has no tags and no source.',
  body: postRequest,
  response: { 200: savedPost, 201: savedPost },
})

export const postUpdate = rowEndpoint('PUT', '/api/blog/:id', {
  summary: 'Update a post',
  body: postRequest,
  response: savedPost,
})

export const postPreview = endpoint('POST', '/api/blog/preview', {
  summary: 'Show how a post or page would look, without saving it',
  body: postRequest,
  response: z.object({ html: z.string() }),
})

export const postTrash = rowEndpoint('DELETE', '/api/blog/:id', {
  summary: 'Put a post into the trash',
  description: 'It can be restored for 30 days.',
  response: post,
})

export const postRestore = rowEndpoint('POST', '/api/blog/:id/restore', {
  summary: 'Take a post out of the trash',
  response: post,
})

export const transcriptRead = rowEndpoint('GET', '/api/blog/:id/transcript', {
  summary: 'What a post was made from',
  /** Empty if there is no transcript. */
  response: z.object({ transcript: z.string() }),
})
