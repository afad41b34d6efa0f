import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import { type AuthorType, type Post, type PostSummary, wordsPerMinute } from '../../contracts/posts.ts'
import type { Queryable } from '../db/connect.ts'
import { blogPosts } from '../db/schema.ts'
import { type PictureFacts, toPicture } from '../media/picture.ts'
import { sanitizePost, sanitizerVersion } from './sanitize.ts'

const { search: _, pictures: __, ...ownColumns } = getTableColumns(blogPosts)
/** What the post's own picture is made from; null where it has none. Part of each query, never a query of its own. */
const picture = sql<PictureFacts | null>`(
  select json_build_object('name', name, 'widths', widths, 'width', width, 'height', height, 'alt', alt)
  from media where ready_at is not null and name = substr(blog_posts.image_url, 8, 32))`.as('picture')
const columns = { ...ownColumns, picture }
const { content: ___, ...summaryColumns } = columns

export type PostRow = Omit<typeof blogPosts.$inferSelect, 'search' | 'pictures'> & {
  picture: PictureFacts | null
}

export { columns, summaryColumns }

/** What anybody may see. In every public query: the clock decides, not a job. */
export const isPublic = and(
  eq(blogPosts.isPublished, true),
  isNull(blogPosts.deletedAt),
  sql`${blogPosts.publishedAt} <= now()`,
)

/** Whether anybody can have seen it, at whatever address it had. */
export function hasBeenPublic(row: PostRow): boolean {
  return row.firstPublishedAt !== null && row.firstPublishedAt <= new Date()
}

/** Cache tag of pages that show this post. */
export const postTag = (id: number) => `post:${id}`
/** Cache tag of pages that list posts. */
export const postsTag = 'posts'

/** Cleaned by the rules of today; old ones are cleaned, and kept so, at their first read. */
export async function toCleanPost(db: Queryable, row: PostRow): Promise<Post> {
  if (row.sanitizerVersion >= sanitizerVersion) return toPost(row)
  const content = sanitizePost(row.content)
  await db
    .update(blogPosts)
    .set({ content, sanitizerVersion })
    .where(and(eq(blogPosts.id, row.id), eq(blogPosts.version, row.version)))
  return toPost({ ...row, content })
}

export function toPost(row: PostRow): Post {
  return { ...toSummary(row), content: row.content }
}

export function toSummary(row: Omit<PostRow, 'content'>): PostSummary {
  return {
    id: row.id,
    title: row.title,
    slug: row.slug,
    excerpt: row.excerpt,
    author: row.author,
    authorType: row.authorType as AuthorType,
    tags: row.tags ?? [],
    isPublished: row.isPublished,
    publishedAt: row.publishedAt.toISOString(),
    imageUrl: row.imageUrl ?? undefined,
    imageCaption: row.imageCaption ?? undefined,
    picture: row.picture ? toPicture(row.picture) : undefined,
    sourceUrl: row.sourceUrl ?? undefined,
    sourceName: row.sourceName ?? undefined,
    readingMinutes: Math.max(1, Math.round((row.words ?? 0) / wordsPerMinute)),
    version: row.version,
    updatedAt: row.updatedAt.toISOString(),
    deletedAt: row.deletedAt?.toISOString(),
  }
}
