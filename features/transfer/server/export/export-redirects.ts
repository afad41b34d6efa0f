import { and, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import { exportBatch, inBatches } from '../../../../core/server/db/page.ts'
import { addressOf } from '../../../posts/contract/post-kinds.ts'
import { blogPosts } from '../../../posts/schema.ts'
import { redirects } from '../../schema.ts'

/** Redirects, after a row of headings */
export async function* readRedirects(db: Queryable): AsyncGenerator<[from: string, to: string]> {
  yield ['From', 'To']
  const inOrder = sql`${redirects.fromPath} collate "C"`
  const read = (after = '') =>
    db
      .select()
      .from(redirects)
      .where(gt(inOrder, sql`${after} collate "C"`))
      .orderBy(inOrder)
      .limit(exportBatch)
  for await (const rows of inBatches(exportBatch, read, ({ fromPath }) => fromPath)) {
    const ids = rows.flatMap(({ postId }) => postId ?? [])
    const posts = await db
      .select({ id: blogPosts.id, kind: blogPosts.kind, slug: blogPosts.slug })
      .from(blogPosts)
      .where(and(inArray(blogPosts.id, ids), isNull(blogPosts.deletedAt)))
    const addresses = new Map(posts.map((post) => [post.id, addressOf(post)]))
    for (const { fromPath, to, postId } of rows) {
      const target = postId === null ? to : addresses.get(postId)
      if (target) yield [fromPath, target]
    }
  }
}
