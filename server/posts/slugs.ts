import anyAscii from 'any-ascii'
import { eq, or, sql } from 'drizzle-orm'
import { slugLength, slugOf } from '../../contracts/slug.ts'
import type { Queryable } from '../db/connect.ts'
import { postSlugs } from '../db/schema/posts.ts'

/** Words that have their own meaning after `/blog/` or `/api/blog/` */
const reserved = new Set(['tag', 'author', 'recent', 'generate-ai-content'])

/** Generates a slug from a title, which is transliterated to ASCII. Empty if no letter or digit is left. */
export function slugFromTitle(title: string): string {
  return slugOf(anyAscii(title))
}

/** True if `pickSlug` would generate a post's slug from this title, with or without a number at its end. */
export function isMadeOf(title: string, { id, slug }: { id: number; slug: string }): boolean {
  const own = slugFromTitle(title) || `post-${id}`
  if (slug === own) return true
  const [, stem, suffix] = /^(.+?)(-\d+)$/.exec(slug) ?? []
  if (stem === undefined || suffix === undefined) return false
  return stem === own.slice(0, slugLength - suffix.length).replace(/-$/, '')
}

/**
 * Returns the wanted slug (`post-{id}` if that is empty), or the first of `-2`, `-3`... that no other post has or ever
 * had. The lock makes other transactions that pick a slug wait until this one ends. Otherwise, simultaneous saves of
 * the same title would pick the same slug, and all but one would fail at the unique index.
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
