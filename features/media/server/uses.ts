import { sql } from 'drizzle-orm'
import type { Role } from '../../../core/contract/roles.ts'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { RequestProblem } from '../../../core/server/errors.ts'
import type { Feature, Use } from '../../manifest/feature.ts'
import { type MediaItem, mediaRefusal } from '../contract/media.ts'

export type MediaKind = 'pictures' | 'files'
export type Uses = Pick<MediaItem, 'uses' | 'isInPublicPost'>
export const unused: Uses = { uses: 0, isInPublicPost: false }

/** Finds out how many posts and sections of the site show each picture or file. Unused ones are missing from the map. */
export async function countUses(
  db: Queryable,
  features: Feature[],
  kind: MediaKind,
  names: string[],
): Promise<Map<string, Uses>> {
  const lists = features.flatMap(({ mediaUses }) => mediaUses?.[kind]?.list ?? [])
  if (names.length === 0 || lists.length === 0) return new Map()
  const { rows } = await db.execute<{ name: string } & Uses>(
    sql`with wanted as (select unnest(${sql.param(names)}::text[]) as name),
      found as (${sql.join(lists, sql` union all `)})
      select name, count(*) filter (where counts)::int as uses, bool_or(is_public) as "isInPublicPost"
      from found group by name`,
  )
  return new Map(rows.map(({ name, ...uses }) => [name, uses]))
}

/** What keeps a picture or file from being deleted: posts first. Undefined if nothing does. */
export async function findUse(
  tx: Queryable,
  features: Feature[],
  kind: MediaKind,
  name: string,
  options?: { withTrash: boolean },
): Promise<Use | undefined> {
  let other: Use | undefined
  for (const { mediaUses } of features.toReversed()) {
    const use = await mediaUses?.[kind]?.find(tx, name, options)
    if (use?.posts.length) return use
    other ??= use
  }
  return other
}

/** @throws RequestProblem if the picture or file is or was public and the user's role is too low */
export function requireMediaRight(kind: MediaKind, user: { role: Role }, uses: Uses = unused): void {
  const detail = mediaRefusal(kind === 'files' ? 'file' : 'image', user, uses)
  if (detail) throw new RequestProblem('role-too-low', { detail })
}
