import { and, eq, lt } from 'drizzle-orm'
import type { Database } from '../../../../core/server/db/connect.ts'
import type { Job } from '../../../../core/server/jobs/queue.ts'
import { blogPosts } from '../../schema.ts'
import { resanitize } from '../post-rows.ts'
import { sanitizerVersion } from '../rendering/sanitize.ts'

export const resanitizeJob: Job = { name: 'resanitize-posts', seconds: 3600, atStart: true }

/**
 * Applies the current sanitizer rules to the stored content of all posts. Until this has run, the content is sanitized
 * at every read (`toCleanPost`).
 */
export async function resanitizePosts({ db, signal }: { db: Database; signal: AbortSignal }): Promise<void> {
  const isOld = lt(blogPosts.sanitizerVersion, sanitizerVersion)
  while (!signal.aborted) {
    const [post] = await db
      .select({ id: blogPosts.id, version: blogPosts.version, content: blogPosts.content })
      .from(blogPosts)
      .where(isOld)
      .limit(1)
    if (!post) return
    const content = await resanitize(post.content)
    // If the post was saved in the meantime, that save has sanitized it, and this update finds no row.
    await db
      .update(blogPosts)
      .set({ content, sanitizerVersion })
      .where(and(eq(blogPosts.id, post.id), eq(blogPosts.version, post.version), isOld))
  }
}
