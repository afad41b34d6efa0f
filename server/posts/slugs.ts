import anyAscii from 'any-ascii'
import { eq, or, sql } from 'drizzle-orm'
import { slugLength, slugOf } from '../../contracts/slug.ts'
import type { Queryable } from '../db/connect.ts'
import { postSlugs } from '../db/schema.ts'

/** Words that stand for something else behind `/blog/` or `/api/blog/`. */
const reserved = new Set(['tag', 'recent', 'generate-ai-content'])

/** A title's slug; letters of other scripts are written in ASCII first. Empty where nothing is left. */
export function slugFromTitle(title: string): string {
  return slugOf(anyAscii(title))
}

/**
 * Waits until no other save picks a slug; ends with the transaction. Saves of one title that arrive together
 * would otherwise all pick the same one.
 */
export async function lockSlugs(tx: Queryable): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('post slugs', 0))`)
}

/**
 * The wanted slug, or the first of `-2`, `-3`... that no other post has or ever had. Needs `lockSlugs`.
 * `post-{id}` where nothing is wanted.
 */
export async function pickSlug(tx: Queryable, id: number, wanted: string): Promise<string> {
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
