import { sql } from 'drizzle-orm'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import { addressesOf, postKinds } from '../../contract/post-kinds.ts'
import { blogPosts, postSlugs } from '../../schema.ts'

/**
 * Finds the titles of the posts and the office's own pages at these paths, including their former paths. Other paths
 * are not in the map.
 */
export async function findPostTitles(db: Queryable, pagePaths: string[]): Promise<Map<string, string>> {
  const candidates = pagePaths.flatMap((path) =>
    postKinds.flatMap((kind) => {
      const start = addressesOf[kind].html('')
      const slug = path.slice(start.length)
      return path.startsWith(start) && slug !== '' && !slug.includes('/') ? [{ path, kind, slug }] : []
    }),
  )
  if (candidates.length === 0) return new Map()
  const column = (name: keyof (typeof candidates)[number]) =>
    sql`${sql.param(candidates.map((candidate) => candidate[name]))}::text[]`
  const { rows } = await db.execute<{ path: string; title: string }>(
    sql`select path, ${blogPosts.title} as title
      from unnest(${column('path')}, ${column('kind')}, ${column('slug')}) as asked (path, kind, slug)
      join ${postSlugs} on ${postSlugs.slug} = asked.slug
      join ${blogPosts} on ${blogPosts.id} = ${postSlugs.postId} and ${blogPosts.kind} = asked.kind`,
  )
  return new Map(rows.map(({ path, title }) => [path, title]))
}
