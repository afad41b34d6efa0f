import { eq, or, sql } from 'drizzle-orm'
import { slugLength, slugOf } from '../../../core/contract/slug.ts'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { toAscii } from '../../../core/server/to-ascii.ts'
import type { PostKind } from '../contract/post-kinds.ts'
import { blogPosts, postSlugs } from '../schema.ts'
import { isReservedAddress } from './page-addresses.ts'

/** Words that have their own meaning after `/blog/` or `/api/blog/` */
const reservedForPosts = new Set(['tag', 'author', 'recent', 'generate-ai-content'])

const isReserved = {
  post: (slug) => reservedForPosts.has(slug),
  page: isReservedAddress,
} satisfies Record<PostKind, (slug: string) => boolean>

type Named = { id: number; kind: PostKind }

/** Generates a slug from a title, which is transliterated to ASCII. Empty if no letter or digit is left. */
export function slugFromTitle(title: string): string {
  return slugOf(toAscii(title))
}

/** The slug of a post on another site, of any length */
export function slugFromOldSite(slug: string): string {
  return slugOf(toAscii(slug), slug.length * 10)
}

/** Cuts a slug at the end of a word, unless that would leave less than half of it. */
export function cutSlug(slug: string): string {
  if (slug.length <= slugLength) return slug
  const end = slug.lastIndexOf('-', slugLength)
  return slug.slice(0, end > slugLength / 2 ? end : slugLength)
}

/** True if `pickSlug` would generate a post's slug from this title, with or without a number at its end. */
export function isMadeOf(title: string, post: Named & { slug: string }): boolean {
  const { slug } = post
  const own = stemOf(slugFromTitle(title), post)
  if (slug === own) return true
  const [, stem, suffix] = /^(.+?)(-\d+)$/.exec(slug) ?? []
  if (stem === undefined || suffix === undefined) return false
  return stem === own.slice(0, slugLength - suffix.length).replace(/-$/, '')
}

/** The slug that a post gets unless it is taken. Empty slugs become `post-{id}` or `page-{id}`. */
function stemOf(wanted: string, { id, kind }: Named): string {
  if (wanted === '') return `${kind}-${id}`
  // No number at the end would free an address that begins like the admin's.
  const needsPrefix = kind === 'page' && isReservedAddress(`${wanted}-2`)
  return needsPrefix ? `page-${wanted}`.slice(0, slugLength).replace(/-$/, '') : wanted
}

/**
 * Returns the wanted slug (`post-{id}` if that is empty), or the first of `-2`, `-3`... that no other post has or ever
 * had.
 */
export async function pickSlug(tx: Queryable, post: Named, wanted: string): Promise<string> {
  await lockSlugs(tx)
  const base = stemOf(wanted, post)
  const rows = await tx
    .select({ slug: postSlugs.slug })
    .from(postSlugs)
    .where(
      sql`(${or(eq(postSlugs.slug, base), sql`${postSlugs.slug} like ${`${base.slice(0, slugLength - 8)}%`}`)})
        and ${postSlugs.postId} is distinct from ${post.id}`,
    )
  const taken = new Set(rows.map((row) => row.slug))
  let slug = base
  for (let number = 2; taken.has(slug) || isReserved[post.kind](slug); number++) {
    const suffix = `-${number}`
    slug = base.slice(0, slugLength - suffix.length).replace(/-$/, '') + suffix
  }
  return slug
}

/**
 * Why a page may not have the address that an editor typed, as a sentence for the editor; undefined if it may. A page
 * does not get a number at the end of a typed address, because the address may already be printed somewhere.
 */
export async function findAddressProblem(
  tx: Queryable,
  id: number,
  { typed, slug }: { typed: string; slug: string },
): Promise<string | undefined> {
  if (typed.includes('.'))
    return 'An address can’t have a dot. Use letters, numbers, and hyphens, such as about-us.'
  if (isReservedAddress(slug)) return `/${slug} is taken by the site itself. ${chooseAnother}`
  await lockSlugs(tx)
  const [row] = await tx
    .select({
      postId: postSlugs.postId,
      kind: blogPosts.kind,
      title: blogPosts.title,
      slug: blogPosts.slug,
      deletedAt: blogPosts.deletedAt,
    })
    .from(postSlugs)
    .leftJoin(blogPosts, eq(blogPosts.id, postSlugs.postId))
    .where(eq(postSlugs.slug, slug))
  if (!row || row.postId === id) return undefined
  if (row.postId === null) return `/${slug} was the address of something that was deleted. ${chooseAnother}`
  const owner = `the ${row.kind} “${row.title}”${row.deletedAt ? ' in the trash' : ''}`
  if (row.slug !== slug)
    return `/${slug} is a former address of ${owner}, and still leads there. ${chooseAnother}`
  return `/${slug} is already used by ${owner}. ${chooseAnother}`
}

const chooseAnother = 'Choose another address.'

/**
 * Makes other transactions that choose a slug wait until this one ends. Otherwise, simultaneous saves of the same title
 * would pick the same slug, and all but one would fail at the unique index.
 */
async function lockSlugs(tx: Queryable): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('post slugs', 0))`)
}
