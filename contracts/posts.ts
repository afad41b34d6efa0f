import * as z from 'zod/mini'
import { aiFields, appliedActions, disclosures } from './disclosure.ts'
import { guestState } from './invites.ts'
import { picture } from './media.ts'
import { rowNumber } from './paging.ts'
import { webAddressLength } from './web-address.ts'

/** Longest accepted text of each field, in UTF-16 code units; `tags` is the number of tags. */
export const postLimits = {
  title: 300,
  content: 1_000_000,
  excerpt: 1000,
  author: 200,
  tag: 60,
  tags: 20,
  sourceUrl: webAddressLength,
  sourceName: 200,
  imageCaption: 500,
  transcript: 200_000,
} as const

export const authorTypes = ['human', 'ai'] as const
export type AuthorType = (typeof authorTypes)[number]
export const authorTypeLabels: Record<AuthorType, string> = { human: 'Human Written', ai: 'AI Generated' }

/** The author of a form that has been reset, and of a post that names none. */
export const defaultAuthor = 'Admin'

export const postMessages = {
  /** Above the form, where one of the two is missing. */
  titleAndContent: 'Title and content are required.',
  allRequired: 'Please fill in all required fields.',
  saved: 'Blog post saved successfully!',
  saveFailed: 'Failed to save blog post.',
  stale: 'Someone else saved this post after you opened it.',
} as const

/** What a person is told about text that cleaning takes away. */
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
  /** The version that the changes were made to. */
  version: z.optional(z.int().check(z.positive())),
  title: z.optional(z.string()),
  content: z.optional(z.string()),
  excerpt: z.optional(z.string()),
  author: z.optional(z.string()),
  authorType: z.optional(z.enum(authorTypes)),
  tags: z.optional(z.array(z.string())),
  isPublished: z.optional(z.boolean()),
  slug: z.optional(z.string()),
  /** The slug is somebody's wish also where it is what the rule makes of the title. */
  slugByHand: z.optional(z.boolean()),
  sourceUrl: z.optional(z.nullable(z.string())),
  sourceName: z.optional(z.nullable(z.string())),
  /** When it becomes public: ISO 8601; left out, that is when it is first published. */
  publishedAt: z.optional(z.iso.datetime({ offset: true })),
  /** `src` of one of our own pictures; null or empty takes it away. */
  imageUrl: z.optional(z.nullable(z.string())),
  imageCaption: z.optional(z.nullable(z.string())),
  /** A draft saved while somebody writes: its revisions are kept together. */
  autosave: z.optional(z.boolean()),
  /** What the text was made from: kept beside the post, for admins only. Blank or left out, the kept one stays. */
  transcript: z.optional(z.string()),
  /** What became of the answers of AI services while this was written: the disclosure is made from it. */
  aiActions: z.optional(appliedActions),
})
export type PostRequest = z.infer<typeof postRequest>

/** Header of a creating call: the same key again answers with the post that the first one made. */
export const idempotencyHeader = 'idempotency-key'

export const postSummary = z.object({
  id: z.number(),
  title: z.string(),
  slug: z.string(),
  excerpt: z.string(),
  author: z.string(),
  authorType: z.enum(authorTypes),
  tags: z.array(z.string()),
  isPublished: z.boolean(),
  /** ISO 8601. A published post with a time to come is not public before it. */
  publishedAt: z.string(),
  imageUrl: z.optional(z.string()),
  imageCaption: z.optional(z.string()),
  /** The picture at `imageUrl`, as an `img` needs it. */
  picture: z.optional(picture),
  sourceUrl: z.optional(z.string()),
  sourceName: z.optional(z.string()),
  /** Whole minutes, at least one. */
  readingMinutes: z.number(),
  version: z.number(),
  updatedAt: z.string(),
  /** When it was put into the trash. */
  deletedAt: z.optional(z.string()),
  /** In the admin's lists: whose text it is, where a guest wrote it. */
  guest: z.optional(guestState),
})
export type PostSummary = z.infer<typeof postSummary>

/** One post as every call lists it; `content` is sanitized HTML. */
export const post = z.extend(postSummary, {
  content: z.string(),
  /** A new title will change it: it is not by hand, and has never been public. */
  slugFollowsTitle: z.boolean(),
  /** Readers may know its URL, so it keeps it: a new title makes no new slug, and a new slug leaves the old one working. */
  hasBeenPublic: z.boolean(),
  disclosure: z.enum(disclosures),
  /** What AI has written of it, as far as the ledger knows. */
  aiFields: z.array(z.enum(aiFields)),
  /** When a person published it with this disclosure before their eyes. */
  reviewedAt: z.optional(z.string()),
})
export type Post = z.infer<typeof post>

/** What a save answers. */
export const savedPost = z.extend(post, {
  /** Characters of the text that a post cannot hold, where that is much: they are not in it any more. */
  lostText: z.optional(z.number()),
})
export type SavedPost = z.infer<typeof savedPost>

/** 409: the problem, and the post as it stands now. */
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

/** `review`: handed in by a guest author, and not published. */
export const postStatuses = ['published', 'scheduled', 'draft', 'review', 'trash'] as const
export type PostStatus = (typeof postStatuses)[number]

/** The order of a list of posts; the dates are those of publication. */
export const postSorts = ['newest', 'oldest', 'title', 'updated'] as const
export type PostSort = (typeof postSorts)[number]

/** `GET /api/blog`: newest first, unless `sort` says otherwise. Visitors see published posts only; `status` is for admins. */
export const postQuery = z.object({
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500)), 100),
  /** From the `Link: rel="next"` of the last answer. */
  cursor: z.optional(z.string().check(z.regex(/^-?\d{1,17}_\d{1,10}$/))),
  q: z.optional(z.string().check(z.maxLength(200))),
  tag: z.optional(z.string().check(z.maxLength(60))),
  /** Left out: every post but those in the trash. */
  status: z.optional(z.enum(postStatuses)),
  /** For admins; visitors get the newest first. */
  sort: z.optional(z.enum(postSorts)),
})
export type PostQuery = z.infer<typeof postQuery>

/** `GET /api/blog/{id}/transcript`; empty where there is none. */
export const transcriptResponse = z.object({ transcript: z.string() })

/** `POST /api/blog/{id}/preview-links`. The link is shown this once. */
export const previewLink = z.object({ url: z.string(), expiresAt: z.string() })

/** `GET /api/blog/{id}/preview-links`: how many work, and until when the last one does. */
export const previewLinksResponse = z.object({ count: z.number(), lastExpiresAt: z.optional(z.string()) })
export type PreviewLinks = z.infer<typeof previewLinksResponse>

export const revisionCauses = ['save', 'autosave', 'publish', 'unpublish', 'restore'] as const

/** A kept version of a post. */
export const revision = z.object({
  id: z.number(),
  version: z.number(),
  title: z.string(),
  savedAt: z.string(),
  /** Username; the person may be gone. */
  savedBy: z.string(),
  cause: z.enum(revisionCauses),
})
export type Revision = z.infer<typeof revision>

export const revisionWithText = z.extend(revision, {
  content: z.string(),
  excerpt: z.string(),
  author: z.string(),
  authorType: z.enum(authorTypes),
  tags: z.array(z.string()),
  sourceUrl: z.optional(z.string()),
  sourceName: z.optional(z.string()),
  imageUrl: z.optional(z.string()),
  imageCaption: z.optional(z.string()),
})
export type RevisionWithText = z.infer<typeof revisionWithText>

/** Protocols that a link in a post may have. */
export const linkProtocols = ['http', 'https', 'mailto', 'tel'] as const

/** How fast people read. */
export const wordsPerMinute = 225

/** Trimmed, in order, without empty ones, without repeating one, and without `.` and `..`, which no address holds. */
export function cleanTags(tags: readonly string[]): string[] {
  return [...new Set(tags.map((tag) => tag.trim()))].filter((tag) => !/^\.{0,2}$/.test(tag))
}
