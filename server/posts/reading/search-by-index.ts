import { type SQL, sql } from 'drizzle-orm'
import { keyOf, longList } from '../../db/capped-count.ts'
import type { Queryable } from '../../db/connect.ts'
import { keepToIndexes } from '../../db/planner-hints.ts'
import { blogPosts } from '../../db/schema/posts.ts'

type Search = {
  /** Condition with words or tags */
  where: SQL | undefined
  /** Condition for the rows after the previous page */
  after?: SQL | undefined
  limit: number
  cap: number
}

/**
 * Finds the ids of the newest matching posts, and the number of all, in one query by the indexes of words and tags.
 * Undefined if `cap` or more posts match: then scanning from the newest post is faster.
 */
export async function findRareMatches(
  db: Queryable,
  { where, after, limit, cap }: Search,
): Promise<{ ids: number[]; count: number } | undefined> {
  const list = longList(db, keyOf(db, blogPosts, where, cap))
  if (list.isKnown()) return undefined
  const found = await db.transaction(async (tx) => {
    await keepToIndexes(tx)
    const { rows } = await tx.execute<{ ids: number[]; count: number }>(
      sql`with matches as materialized (select id, published_at from ${blogPosts} where ${where} limit ${cap})
          select (select count(*)::int from matches) as count,
                 array(select id from matches as ${blogPosts} where ${after ?? true}
                       order by published_at desc, id desc limit ${limit}) as ids`,
    )
    return rows[0]
  })
  if (found && found.count < cap) return found
  list.note()
  return undefined
}
