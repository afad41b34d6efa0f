import anyAscii from 'any-ascii'
import { eq, or, sql } from 'drizzle-orm'
import { slugLength, slugOf } from '../../contracts/slug.ts'
import type { Queryable } from '../db/connect.ts'
import { postSlugs } from '../db/schema/posts.ts'

/** Words with a meaning of their own after `/blog/` or `/api/blog/` */
const reserved = new Set(['tag', 'author', 'recent', 'generate-ai-content'])

/** The slug of a title, transliterated to ASCII first. Empty if no letter or digit is left. */
export function slugFromTitle(title: string): string {
  return slugOf(anyAscii(title))
}

/** True if a post's slug is what `pickSlug` makes of this title. */
export function isMadeOf(title: string, { id, slug }: { id: number; slug: string }): boolean {
  const own = slugFromTitle(title) || `post-${id}`
  if (slug === own) return true
  const [, stem, suffix] = /^(.+?)(-\d+)$/.exec(slug) ?? []
  if (stem === undefined || suffix === undefined) return false
  return stem === own.slice(0, slugLength - suffix.length).replace(/-$/, '')
}

/**
 * The wanted slug (`post-{id}` if that is empty), or the first of `-2`, `-3`... that no other post has or ever had.
 * Other transactions that pick a slug wait until this one ends: saves of one title that arrive together would otherwise
 * all pick the same slug, and all but one fail at the unique index.
 */
export async function pickSlug(tx: Queryable, id: number, wanted: string): Promise<string> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('post slugs', 0))`)
  const base = wanted || `post-${id}`
  const rows = await tx
    .select({ slug: postSlugs.slug })
    .from(postSlugs)
    .where(
      sql`(${or(eq(postSlugs.slug, base), sql`${postSlugs.slug} like ${`${base.slice(0, slugLength - 8)}%`}`)})
        and ${postSlugs.postId} is distinct from ${id}`,
    )
  const taken = new Set([...rows.map((row) => row.slug), ...reserved])
  let slug = base
  for (let number = 2; taken.has(slug); number++) {
    const suffix = `-${number}`
    slug = base.slice(0, slugLength - suffix.length).replace(/-$/, '') + suffix
  }
  return slug
}
