import { sql } from 'drizzle-orm'
import { paths } from '../../../contracts/paths.ts'
import type { Queryable } from '../../db/connect.ts'
import { blogPosts, postSlugs } from '../../db/schema/posts.ts'

/** Finds the titles of the posts at these paths, including former paths of posts. Other paths are not in the map. */
export async function findPostTitles(db: Queryable, pagePaths: string[]): Promise<Map<string, string>> {
  const candidates = pagePaths.filter((path) => path.startsWith(paths.post('')))
  if (candidates.length === 0) return new Map()
  const { rows } = await db.execute<{ path: string; title: string }>(
    sql`select path, ${blogPosts.title} as title from unnest(${sql.param(candidates)}::text[]) as path
      join ${postSlugs} on ${postSlugs.slug} = substr(path, ${paths.post('').length + 1}::int)
      join ${blogPosts} on ${blogPosts.id} = ${postSlugs.postId}`,
  )
  return new Map(rows.map(({ path, title }) => [path, title]))
}
