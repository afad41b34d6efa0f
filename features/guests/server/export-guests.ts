import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { blogPosts } from '../../posts/schema.ts'
import { authorInvites } from '../schema.ts'

/** The addresses of guest authors. Their names and bios are in the posts, but their addresses were never public. */
export async function* readGuests(db: Queryable): AsyncGenerator<string[]> {
  yield ['Kind', 'Address', 'Email']
  const rows = await db
    .select({ kind: blogPosts.kind, slug: blogPosts.slug, email: authorInvites.email })
    .from(authorInvites)
    .innerJoin(blogPosts, eq(blogPosts.id, authorInvites.postId))
    .where(
      and(
        isNull(blogPosts.deletedAt),
        isNotNull(authorInvites.authorSlug),
        isNotNull(authorInvites.name),
        sql`${authorInvites.email} <> ''`,
      ),
    )
    .orderBy(sql`${blogPosts.slug} collate "C"`, sql`${authorInvites.id} desc`)
  for (const [index, { kind, slug, email }] of rows.entries())
    if (rows[index - 1]?.slug !== slug) yield [kind, slug, email]
}
