import { and, eq, isNotNull, ne, or, sql } from 'drizzle-orm'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import { blogPosts } from '../../../posts/schema.ts'
import { importItems } from '../../schema.ts'

/** Keeps what an import has created, so that it is not imported again and can be undone. */
export async function keepItem(tx: Queryable, item: typeof importItems.$inferInsert): Promise<void> {
  const { key, ...values } = { postId: null, mediaId: null, rowId: null, ...item }
  await tx
    .insert(importItems)
    .values({ key, ...values })
    .onConflictDoUpdate({ target: importItems.key, set: values })
}

export type ImportItem = typeof importItems.$inferSelect

/** Forgets what an import has created, so that it can be imported again. */
export async function forgetItem(tx: Queryable, { key }: ImportItem): Promise<void> {
  await tx.delete(importItems).where(eq(importItems.key, key))
}

/** Finds an entry that was imported before. If its post was permanently deleted since, it can be imported again. */
export async function findItem(tx: Queryable, key: string): Promise<{ isTrashed: boolean } | undefined> {
  const [row] = await tx
    .select({ isTrashed: sql<boolean>`${blogPosts.deletedAt} is not null` })
    .from(importItems)
    .leftJoin(blogPosts, eq(blogPosts.id, importItems.postId))
    .where(and(eq(importItems.key, key), or(isNotNull(importItems.postId), ne(importItems.kind, 'post'))))
  return row
}
