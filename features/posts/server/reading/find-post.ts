import { and, eq } from 'drizzle-orm'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import type { PostKind } from '../../contract/post-kinds.ts'
import type { Post } from '../../contract/posts.ts'
import { blogPosts, postSlugs } from '../../schema.ts'
import { columns, isOfKind, isPublic, type PostRow, toCleanPost } from '../post-rows.ts'
import type { Viewer } from './list-posts.ts'

/** Finds a post of this kind, or of any, by its current or an earlier slug, if this viewer may see it. */
export async function findPost(
  db: Queryable,
  slug: string,
  viewer: Viewer,
  kind?: PostKind,
): Promise<Post | undefined> {
  const [row] = await db
    .select(columns)
    .from(blogPosts)
    .innerJoin(postSlugs, eq(postSlugs.postId, blogPosts.id))
    .where(and(eq(postSlugs.slug, slug), kind && isOfKind(kind), viewer === 'admin' ? undefined : isPublic))
  return row && toCleanPost(row)
}

/** Finds a post by its id, including drafts and the trash. */
export async function findPostById(db: Queryable, id: number): Promise<Post | undefined> {
  const row = await findPostRow(db, id)
  return row && toCleanPost(row)
}

/** Like `findPostById`, but also returns columns that responses do not contain. */
export async function findPostRow(db: Queryable, id: number): Promise<PostRow | undefined> {
  const [row] = await db.select(columns).from(blogPosts).where(eq(blogPosts.id, id))
  return row
}
