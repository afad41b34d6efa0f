import { and, desc, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm'
import { type PictureFacts, toPicture, toSocialPicture } from '../../media/server/picture.ts'
import { type AiField, aiFields } from '../contract/disclosure.ts'
import type { PostKind } from '../contract/post-kinds.ts'
import {
  type Post,
  type PostField,
  type PostSummary,
  postFieldNames,
  postFields,
  wordsPerMinute,
} from '../contract/posts.ts'
import { blogPosts } from '../schema.ts'
import { disclose } from './disclosure.ts'
import { readHtml } from './rendering/read-text.ts'
import { sanitizePost, sanitizerVersion } from './rendering/sanitize.ts'
import { isMadeOf } from './slugs.ts'

const { search: _, pictures: __, files: ______, ...ownColumns } = getTableColumns(blogPosts)
const picture = pictureAt(sql`blog_posts.image_url`).as('picture')
const socialPicture = pictureAt(sql`blog_posts.social_image_url`).as('social_picture')
/** The fields that AI has written, according to the log of AI actions; null if the post contains nothing by AI */
const aiFieldsOf = sql<AiField[] | null>`(
  select coalesce(json_agg(distinct field) filter (where field is not null), '[]')
  from ai_actions left join lateral unnest(fields) as field on not (title_retyped and field = 'title')
  where post_id = blog_posts.id and applied <> 'none' and not (title_retyped and fields = '{title}')
  having count(*) > 0)`.as('ai_fields')
const columns = { ...ownColumns, picture, socialPicture, aiFields: aiFieldsOf }
const { content: ___, aiFields: ____, socialPicture: _____, ...summaryColumns } = columns

export type PostRow = Omit<typeof blogPosts.$inferSelect, 'search' | 'pictures' | 'files'> & {
  picture: PictureFacts | null
  socialPicture: PictureFacts | null
  aiFields: AiField[] | null
}

/** Data of the picture at an address; null if it is gone. A subquery, so that no separate query is needed. */
export function pictureAt(address: SQL) {
  return sql<PictureFacts | null>`(
    select json_build_object('name', name, 'widths', widths, 'width', width, 'height', height, 'alt', alt)
    from media where ready_at is not null and name = substr(${address}, 8, 32))`
}

/** The columns of a post's fields; `tags` is null in old rows. */
export type FieldColumns = Pick<PostRow, PostField>

export { columns, summaryColumns }

export const isOfKind = (kind: PostKind) => eq(blogPosts.kind, kind)

/**
 * Matches the public posts and the public pages. A scheduled one becomes public when its time comes, without a job.
 */
export const isPublic = and(
  eq(blogPosts.isPublished, true),
  isNull(blogPosts.deletedAt),
  sql`${blogPosts.publishedAt} <= now()`,
)

/** The condition of every public list of the blog */
export const isPublicPost = and(isPublic, isOfKind('post'))
/** The condition of every public list of the office's own pages */
export const isPublicPage = and(isPublic, isOfKind('page'))

/** The order of every list; the id decides between posts of the same time. */
export const publicationOrder = [blogPosts.publishedAt, blogPosts.id]
export const newestFirst = publicationOrder.map((column) => desc(column))

/** True if readers may have seen the post, at any slug. */
export function hasBeenPublic(row: PostRow): boolean {
  return row.firstPublishedAt !== null && row.firstPublishedAt <= new Date()
}

/** Cache tag of pages that show this post or page. */
export const postTag = (id: number) => `post:${id}`
/** Cache tag of pages that list posts. */
export const postsTag = 'posts'
/** Cache tag of pages that list the office's own pages. */
export const ownPagesTag = 'own-pages'
export const listTagOf = { post: postsTag, page: ownPagesTag } satisfies Record<PostKind, string>

/**
 * The post as readers may see it, even if older sanitizer rules were used to store it
 * (features/posts/server/writing/resanitize.ts)
 */
export async function toCleanPost(row: PostRow): Promise<Post> {
  if (row.sanitizerVersion >= sanitizerVersion) return toPost(row)
  return toPost({ ...row, content: await resanitize(row.content) })
}

/** Applies the current rules to HTML that was sanitized before. */
export async function resanitize(html: string): Promise<string> {
  const read = await readHtml(html)
  // A stored post must be shown even if the processes for long texts are busy.
  return read.outcome === 'read' ? read.html : sanitizePost(html)
}

export function toPost(row: PostRow): Post {
  return {
    ...toSummary(row),
    content: row.content,
    slugFollowsTitle: !hasBeenPublic(row) && isMadeOf(row.title, row),
    hasBeenPublic: hasBeenPublic(row),
    socialPicture: row.socialPicture ? toSocialPicture(row.socialPicture) : undefined,
    disclosure: disclose(row, row.aiFields),
    aiFields: aiFields.filter((field) => row.aiFields?.includes(field)),
    reviewedAt: (row.reviewAsked ? row.disclosureReviewedAt : undefined)?.toISOString(),
    feedId: row.feedId ?? undefined,
    createdBy: row.createdBy ?? undefined,
  }
}

export function toSummary(row: Omit<PostRow, 'content' | 'aiFields' | 'socialPicture'>): PostSummary {
  return {
    id: row.id,
    kind: row.kind,
    slug: row.slug,
    ...toWireFields(row, summaryFields),
    isPublished: row.isPublished,
    publishedAt: row.publishedAt.toISOString(),
    picture: row.picture ? toPicture(row.picture) : undefined,
    readingMinutes: Math.max(1, Math.round((row.words ?? 0) / wordsPerMinute)),
    version: row.version,
    updatedAt: row.updatedAt.toISOString(),
    deletedAt: row.deletedAt?.toISOString(),
  }
}

const summaryFields = postFieldNames.filter((field) => field !== 'content')

/**
 * Converts fields of a row to the format of responses. Null becomes undefined, or an empty list in the case of tags.
 */
export function toWireFields<Field extends PostField>(
  row: Pick<FieldColumns, Field>,
  fields: readonly Field[],
): Pick<Post, Field> {
  return Object.fromEntries(
    fields.map((field) => [field, row[field] ?? postFields[field].initial ?? undefined]),
  ) as Pick<Post, Field>
}
