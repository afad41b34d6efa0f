import { and, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import { findFileNames } from '../../../media/contract/files.ts'
import { findPictureNames } from '../../../media/contract/media.ts'
import { lockFiles } from '../../../media/server/files/files.ts'
import { lockPictures } from '../../../media/server/media.ts'
import type { Post } from '../../contract/posts.ts'
import { blogPosts, postSlugs } from '../../schema.ts'
import { recordActivity } from '../actions.ts'
import { type Editor, requirePostRight } from './editor.ts'
import { actorOf } from './publication.ts'
import { changePost, writePost } from './save-post.ts'

/** Days in the trash before a post is permanently deleted */
const trashDays = 30

export function trashPost(db: Queryable, editor: Editor, id: number): Promise<Post | undefined> {
  return changePost(db, id, async (tx, old) => {
    requirePostRight('trash', editor, old)
    if (old.deletedAt) return old
    await recordActivity(tx, { action: 'post-trashed', by: actorOf(editor), about: ['post', id] })
    return writePost(tx, old, { deletedAt: sql`now()` })
  })
}

/** Restores a post from the trash, without pictures and files that were deleted since. It is public again if it was before. */
export function restorePost(db: Queryable, editor: Editor, id: number): Promise<Post | undefined> {
  return changePost(db, id, async (tx, old) => {
    requirePostRight('restore', editor, old)
    if (!old.deletedAt) return old
    const { imageUrl, socialImageUrl, content } = old
    await recordActivity(tx, { action: 'post-restored', by: actorOf(editor), about: ['post', id] })
    // Pictures may be deleted while the posts that show them are in the trash.
    const inMedia = await lockPictures(tx, findPictureNames([content, imageUrl, socialImageUrl].join(' ')))
    const isComplete = (html: string) => findPictureNames(html).every((name) => inMedia.has(name))
    const keepIfComplete = (src: string | null) => (src !== null && isComplete(src) ? src : null)
    const inFiles = await lockFiles(tx, findFileNames(content))
    const hasFiles = (html: string) => findFileNames(html).every((name) => inFiles.has(name))
    return writePost(tx, old, {
      deletedAt: null,
      content: content
        .replaceAll(/<img [^>]*>/g, (tag) => (isComplete(tag) ? tag : ''))
        .replaceAll(/<p class="file-link">.*?<\/p>/g, (block) => (hasFiles(block) ? block : '')),
      imageUrl: keepIfComplete(imageUrl),
      socialImageUrl: keepIfComplete(socialImageUrl),
    })
  })
}

/** Permanently deletes posts that have been in the trash for 30 days. */
export async function emptyTrash(db: Queryable): Promise<void> {
  const expired = lt(blogPosts.deletedAt, sql`now() - make_interval(days => ${trashDays})`)
  await db.transaction((tx) => deletePosts(tx, expired))
}

/** Permanently deletes posts and returns their number. By default, slugs that were public stay taken. */
export async function deletePosts(
  tx: Queryable,
  which: SQL,
  freed = isNull(blogPosts.firstPublishedAt),
): Promise<number> {
  const free = tx.select({ id: blogPosts.id }).from(blogPosts).where(and(which, freed))
  await tx.delete(postSlugs).where(inArray(postSlugs.postId, free))
  return (await tx.delete(blogPosts).where(which)).rowCount ?? 0
}
