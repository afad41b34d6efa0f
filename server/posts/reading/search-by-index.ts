import { type SQL, sql } from 'drizzle-orm'
import { keyOf, longList } from '../../db/capped-count.ts'
import type { Queryable } from '../../db/connect.ts'
import { keepToIndexes } from '../../db/planner-hints.ts'
import { blogPosts } from '../../db/schema/posts.ts'

type Wanted = {
  /** Words, tags and whatever else the posts must have. */
  wanted: SQL | undefined
  /** Of those, which stand on the page. */
  after?: SQL | undefined
  limit: number
  many: number
}

/**
 * The ids of the newest posts with certain words or tags, and how many there are, by the indexes of these in one look.
 * `undefined` where there are `many` or more: those are found sooner newest first.
 */
export async function findFew(
  db: Queryable,
  { wanted, after, limit, many }: Wanted,
): Promise<{ ids: number[]; count: number } | undefined> {
  const list = longList(db, keyOf(db, blogPosts, wanted, many))
  if (list.isKnown()) return undefined
  const found = await db.transaction(async (tx) => {
    await keepToIndexes(tx)
    const { rows } = await tx.execute<{ ids: number[]; count: number }>(
      sql`with matches as materialized (select id, published_at from ${blogPosts} where ${wanted} limit ${many})
          select (select count(*)::int from matches) as count,
                 array(select id from matches as ${blogPosts} where ${after ?? true}
                       order by published_at desc, id desc limit ${limit}) as ids`,
    )
    return rows[0]
  })
  if (found && found.count < many) return found
  list.note()
  return undefined
}
