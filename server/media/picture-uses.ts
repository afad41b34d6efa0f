import { type SQL, sql } from 'drizzle-orm'
import type { MediaItem } from '../../contracts/media.ts'
import { pictureRefusal } from '../../contracts/post-rights.ts'
import type { Role } from '../../contracts/roles.ts'
import type { Queryable } from '../db/connect.ts'
import { blogPosts } from '../db/schema/posts.ts'
import { siteSections } from '../db/schema/site-content.ts'
import { RequestProblem } from '../errors.ts'

export type Uses = Pick<MediaItem, 'uses' | 'isInPublicPost'>
export const unused: Uses = { uses: 0, isInPublicPost: false }

/** True for a section of the site that shows a picture, publicly or in its draft */
export const sectionShows = (name: SQL) =>
  sql`concat(${siteSections.published}::text, ${siteSections.draft}::text) like '%/media/' || ${name} || '-%'`

/** Finds out how many posts and sections of the site show each picture. Unused pictures are missing from the map. */
export async function findUses(db: Queryable, names: string[]): Promise<Map<string, Uses>> {
  if (names.length === 0) return new Map()
  const { isPublished, firstPublishedAt, deletedAt } = blogPosts
  const { rows } = await db.execute<{ name: string } & Uses>(
    sql`with wanted as (select unnest(${sql.param(names)}::text[]) as name),
      found as (
        select name, ${deletedAt} is null as counts,
          ${isPublished} or coalesce(${firstPublishedAt} <= now(), false) as is_public
        from wanted join ${blogPosts} on ${blogPosts.pictures} @> array[name]
        union all
        select name, true, true
        from wanted join ${siteSections} on ${sectionShows(sql`name`)}
      )
      select name, count(*) filter (where counts)::int as uses, bool_or(is_public) as "isInPublicPost"
      from found group by name`,
  )
  return new Map(rows.map(({ name, ...uses }) => [name, uses]))
}

/** @throws RequestProblem if the picture is or was public and the user's role is too low */
export function requirePictureRight(user: { role: Role }, uses: Uses = unused): void {
  const detail = pictureRefusal(user, uses)
  if (detail) throw new RequestProblem('role-too-low', { detail })
}
