import { and, arrayContains, arrayOverlaps, asc, desc, eq, gt, lte, ne, type SQL, sql } from 'drizzle-orm'
import { countUpTo } from '../../../../core/server/db/capped-count.ts'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import { withIsoTimes } from '../../../../core/server/db/iso-times.ts'
import { type DayRange, within } from '../../../manifest/insights-part.ts'
import type { PostKind } from '../../contract/post-kinds.ts'
import type { Post, PostSummary } from '../../contract/posts.ts'
import { blogPosts, postSlugs } from '../../schema.ts'
import {
  columns,
  hasBeenPublic,
  isPublic,
  isPublicPost,
  newestFirst,
  type PostRow,
  summaryColumns,
  toCleanPost,
  toSummary,
} from '../post-rows.ts'

export const postsPerPage = 10
/** The page count is shown up to this many pages; counting further would cost more than the page. */
const countedPages = 50
/** A search looks at the newest matches only, so that a common word costs no more than a rare one. */
const rankedMatches = 1000
/** Matches are counted up to this number. */
const countedMatches = 5000
const relatedPosts = 3

/** The response to visitors at the address of a post or a page */
export type PublicAddress =
  | { state: 'public'; post: Post }
  /** The post has another slug now. */
  | { state: 'moved'; slug: string }
  /** The post was public and has been deleted. */
  | { state: 'gone' }
  | { state: 'unknown' }

export async function findPublicAddress(db: Queryable, kind: PostKind, slug: string): Promise<PublicAddress> {
  const { picture, socialPicture, aiFields, ...own } = columns
  const [found] = await db
    .select({ own, picture, socialPicture, aiFields, isPublic: sql<boolean | null>`${isPublic}` })
    .from(postSlugs)
    .leftJoin(blogPosts, eq(postSlugs.postId, blogPosts.id))
    .where(and(eq(postSlugs.slug, slug), sql`coalesce(${blogPosts.kind}, ${postSlugs.kind}) = ${kind}`))
  if (!found) return { state: 'unknown' }
  if (!found.own) return { state: 'gone' }
  const { own: row, isPublic: _, ...rest } = found
  const post: PostRow = { ...row, ...rest }
  if (!found.isPublic) return { state: post.deletedAt && hasBeenPublic(post) ? 'gone' : 'unknown' }
  if (post.slug !== slug) return { state: 'moved', slug: post.slug }
  return { state: 'public', post: await toCleanPost(post) }
}

export type BlogPage = {
  posts: PostSummary[]
  page: number
  hasOlder: boolean
  /** Number of the last page; 1 if there are no posts, undefined if there are more pages than are counted */
  lastPage: number | undefined
}

/** One page of the public posts, or of those with a tag, newest first */
export async function listPublicPosts(
  db: Queryable,
  { page, tag }: { page: number; tag?: string | undefined },
): Promise<BlogPage> {
  const wanted = and(isPublicPost, tag === undefined ? undefined : arrayContains(blogPosts.tags, [tag]))
  const [rows, count] = await Promise.all([
    selectNewest(db, wanted, postsPerPage + 1).offset((page - 1) * postsPerPage),
    countUpTo(db, blogPosts, wanted, countedPages * postsPerPage + 1),
  ])
  const pages = Math.max(1, Math.ceil(count / postsPerPage))
  return {
    posts: rows.slice(0, postsPerPage).map(toSummary),
    page,
    hasOlder: rows.length > postsPerPage,
    lastPage: pages > countedPages ? undefined : pages,
  }
}

export type SearchPage = BlogPage & {
  /** Number of matching posts; undefined if there are too many to count. */
  total: number | undefined
  /** Number of matches that the pages list: only the newest matches, sorted by rank */
  ranked: number
}

/** One page of a full-text search in the newest 1,000 matches, best first */
export async function searchPublicPosts(
  db: Queryable,
  { q, page }: { q: string; page: number },
): Promise<SearchPage> {
  const query = sql`websearch_to_tsquery('english', ${q})`
  const where = and(isPublicPost, sql`${blogPosts.search} @@ ${query}`)
  const newest = db
    .select({
      id: blogPosts.id,
      publishedAt: blogPosts.publishedAt,
      search: sql`${blogPosts.search}`.as('search'),
    })
    .from(blogPosts)
    .where(where)
    .orderBy(...newestFirst)
    .limit(rankedMatches)
    .as('newest')
  const rank = sql<number>`ts_rank(newest.search, ${query})`.as('rank')
  // Only the rows of this page are read in full.
  const best = db
    .select({ id: newest.id, rank })
    .from(newest)
    .orderBy(desc(rank), desc(newest.publishedAt), desc(newest.id))
    .limit(postsPerPage)
    .offset((page - 1) * postsPerPage)
    .as('best')
  const [rows, count] = await Promise.all([
    db
      .select(summaryColumns)
      .from(blogPosts)
      .innerJoin(best, eq(best.id, blogPosts.id))
      .orderBy(desc(best.rank), ...newestFirst),
    countUpTo(db, blogPosts, where, countedMatches),
  ])
  const ranked = Math.min(count, rankedMatches)
  const lastPage = Math.max(1, Math.ceil(ranked / postsPerPage))
  const total = count < countedMatches ? count : undefined
  return { posts: rows.map(toSummary), page, hasOlder: page < lastPage, lastPage, total, ranked }
}

function selectNewest(db: Queryable, where: SQL | undefined, limit: number) {
  return db
    .select(summaryColumns)
    .from(blogPosts)
    .where(where)
    .orderBy(...newestFirst)
    .limit(limit)
}

export async function listNewestPosts(db: Queryable, limit: number): Promise<PostSummary[]> {
  return (await selectNewest(db, isPublicPost, limit)).map(toSummary)
}

export async function listNewestPostsWhole(db: Queryable, limit: number): Promise<Post[]> {
  const rows = await db
    .select(columns)
    .from(blogPosts)
    .where(isPublicPost)
    .orderBy(...newestFirst)
    .limit(limit)
  return Promise.all(rows.map(toCleanPost))
}

/** Finds what a post's page links to: its neighbors in time, and posts with a tag in common, then the newest ones. */
export async function findSurroundings(db: Queryable, post: Post) {
  const others = and(isPublicPost, ne(blogPosts.id, post.id))
  const ownPosition = sql`(select published_at, id from blog_posts where id = ${post.id})`
  const position = sql`(${blogPosts.publishedAt}, ${blogPosts.id})`
  const findNeighbor = (side: SQL, ...order: SQL[]) =>
    db
      .select({ title: blogPosts.title, slug: blogPosts.slug })
      .from(blogPosts)
      .where(and(others, side))
      .orderBy(...order)
      .limit(1)
  // One after another, because a preview is one transaction, that is one connection.
  const tagged =
    post.tags.length === 0
      ? []
      : await selectNewest(db, and(others, arrayOverlaps(blogPosts.tags, post.tags)), relatedPosts + 2)
  const newest = await listNewestPosts(db, relatedPosts + 3)
  const [previous] = await findNeighbor(sql`${position} < ${ownPosition}`, ...newestFirst)
  const [next] = await findNeighbor(
    sql`${position} > ${ownPosition}`,
    asc(blogPosts.publishedAt),
    asc(blogPosts.id),
  )
  // The neighbors have links of their own.
  const isLinked = ({ slug }: { slug: string }) => [post.slug, previous?.slug, next?.slug].includes(slug)
  const related = new Map([...tagged.map(toSummary), ...newest].map((other) => [other.id, other]))
  const shown = [...related.values()].filter((other) => !isLinked(other)).slice(0, relatedPosts)
  return { related: shown, previous, next }
}

export const countPublic = (db: Queryable) => db.$count(blogPosts, isPublic)

/** Slugs of the public posts and pages, oldest first */
export async function listPublicSlugs(db: Queryable, offset: number, limit: number) {
  const rows = await db
    .select({ kind: blogPosts.kind, slug: blogPosts.slug, updatedAt: blogPosts.updatedAt })
    .from(blogPosts)
    .where(isPublic)
    .orderBy(asc(blogPosts.id))
    .offset(offset)
    .limit(limit)
  return rows.map(withIsoTimes)
}

/** The posts and pages that became public after `since` and not after `until` */
export async function listPublishedSince(db: Queryable, since: Date, until: Date) {
  return db
    .select({ id: blogPosts.id, kind: blogPosts.kind })
    .from(blogPosts)
    .where(and(isPublic, gt(blogPosts.publishedAt, since), lte(blogPosts.publishedAt, until)))
}

/** Counts published posts by week. */
export async function countPublished(db: Queryable, range: DayRange): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ week: string; posts: number }>(
    sql`select date_trunc('week', published_at at time zone ${range.timeZone})::date::text as week,
        count(*)::int as posts from ${blogPosts}
      where ${isPublicPost} and ${within(sql`published_at`, range)}
      group by 1`,
  )
  return new Map(rows.map(({ week, posts }) => [week, posts]))
}
