import { and, arrayContains, asc, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Post, PostQuery, PostSort, PostSummary } from '../../contracts/posts.ts'
import { countCap, countUpTo, sayCount } from '../db/capped-count.ts'
import type { Queryable } from '../db/connect.ts'
import { toWordQuery } from '../db/prefix-tsquery.ts'
import { blogPosts, postSlugs } from '../db/schema/posts.ts'
import { columns, isPublic, type PostRow, summaryColumns, toCleanPost, toSummary } from './post-rows.ts'
import { findFew } from './search-by-index.ts'

/** Who reads: visitors see what is public, admins everything. */
export type Viewer = 'visitor' | 'admin'

export type PostPage<Item> = {
  posts: Item[]
  /** Cursor of the next page; undefined on the last one. */
  next: string | undefined
  total: string
}

/** Posts, newest first, with their content. */
export async function listPosts(db: Queryable, query: PostQuery, viewer: Viewer): Promise<PostPage<Post>> {
  const { rows, next, total } = await selectPage(db, columns, query, viewer)
  return { posts: await Promise.all(rows.map(toCleanPost)), next, total }
}

/** Posts that a visitor gets with one call, whatever limit they ask for. */
const maxForVisitors = 100
/** Posts whose content is in memory at once, for each response that is being written. */
const batchSize = 5

/**
 * The posts that a visitor may see, newest first, with their content. The page is found at once; the texts, up to a
 * megabyte each, are read in small batches as the client takes them, so that slow readers hold no memory.
 */
export async function streamPublicPosts(
  db: Queryable,
  query: PostQuery,
): Promise<Omit<PostPage<never>, 'posts'> & { batches: AsyncGenerator<Post[]> }> {
  const limit = Math.min(query.limit, maxForVisitors)
  const { rows, next, total } = await selectPage(db, summaryColumns, { ...query, limit }, 'visitor')
  return {
    batches: readInBatches(
      db,
      rows.map(({ id }) => id),
    ),
    next,
    total,
  }
}

async function* readInBatches(db: Queryable, ids: number[]): AsyncGenerator<Post[]> {
  for (let start = 0; start < ids.length; start += batchSize) {
    const wanted = ids.slice(start, start + batchSize)
    const rows = await db
      .select(columns)
      .from(blogPosts)
      // Taken back in the meantime, it is left out.
      .where(and(inArray(blogPosts.id, wanted), isPublic))
    rows.sort((one, other) => wanted.indexOf(one.id) - wanted.indexOf(other.id))
    yield await Promise.all(rows.map(toCleanPost))
  }
}

/** The same without their content. */
export async function listPostSummaries(
  db: Queryable,
  query: PostQuery,
  viewer: Viewer,
): Promise<PostPage<PostSummary>> {
  const { rows, next, total } = await selectPage(db, summaryColumns, query, viewer)
  return { posts: rows.map(toSummary), next, total }
}

async function selectPage<Columns extends typeof summaryColumns>(
  db: Queryable,
  selected: Columns,
  query: PostQuery,
  viewer: Viewer,
) {
  const words = matching(query.q)
  const wanted = and(
    viewer === 'admin' ? withStatus(query.status) : isPublic,
    query.tag === undefined ? undefined : arrayContains(blogPosts.tags, [query.tag]),
    words,
  )
  const sort = sorts[(viewer === 'admin' && query.sort) || 'newest']
  const page = { after: sort.after(query.cursor), limit: query.limit + 1 }
  const many = countCap + 1
  const few =
    sort === sorts.newest && (query.tag !== undefined || words)
      ? await findFew(db, { wanted, ...page, many })
      : undefined
  const [rows, total] = await Promise.all([
    db
      .select({
        ...selected,
        micros: sort.micros,
      })
      .from(blogPosts)
      .where(few ? inArray(blogPosts.id, few.ids) : and(wanted, page.after))
      .orderBy(...sort.order)
      .limit(page.limit),
    few?.count ?? countUpTo(db, blogPosts, wanted, many),
  ])
  const shown = rows.slice(0, query.limit)
  const last = shown.at(-1)
  const next = rows.length > query.limit && last ? `${last.micros}_${last.id}` : undefined
  return { rows: shown as unknown as PostRow[], next, total: sayCount(total) }
}

function withStatus(status: PostQuery['status']): SQL | undefined {
  const kept = isNull(blogPosts.deletedAt)
  switch (status) {
    case undefined:
      return kept
    case 'trash':
      return isNotNull(blogPosts.deletedAt)
    case 'draft':
      return and(kept, eq(blogPosts.isPublished, false))
    case 'published':
      return isPublic
    case 'review':
      return and(
        kept,
        eq(blogPosts.isPublished, false),
        sql`exists (select 1 from author_invites as invite where invite.post_id = blog_posts.id and invite.status = 'submitted')`,
      )
    case 'scheduled':
      return and(kept, eq(blogPosts.isPublished, true), sql`${blogPosts.publishedAt} > now()`)
  }
}

function matching(q: string | undefined): SQL | undefined {
  const query = toWordQuery(q)
  return query === undefined ? undefined : sql`${blogPosts.search} @@ to_tsquery('english', ${query})`
}

type Sort = {
  order: SQL[]
  /** The first half of the cursor. */
  micros: SQL<string>
  /** What comes behind the last row of the page before, whose cursor is `micros_id`. */
  after: (cursor: string | undefined) => SQL | undefined
}

const microsOf = (column: PgColumn) => sql<string>`(extract(epoch from ${column}) * 1000000)::bigint`

function byTime(column: PgColumn, direction: 'up' | 'down'): Sort {
  const comparison = sql.raw(direction === 'up' ? '>' : '<')
  return {
    order: direction === 'up' ? [asc(column), asc(blogPosts.id)] : [desc(column), desc(blogPosts.id)],
    micros: microsOf(column),
    after: (cursor) => {
      if (cursor === undefined) return undefined
      const [micros = '', id = ''] = cursor.split('_')
      return sql`(${column}, ${blogPosts.id}) ${comparison} (timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${id}::bigint)`
    },
  }
}

const lowerTitle = sql`lower(${blogPosts.title})`

const sorts: Record<PostSort, Sort> = {
  newest: byTime(blogPosts.publishedAt, 'down'),
  oldest: byTime(blogPosts.publishedAt, 'up'),
  updated: byTime(blogPosts.updatedAt, 'down'),
  title: {
    order: [sql`${lowerTitle} asc`, asc(blogPosts.id)],
    micros: sql<string>`0`,
    // A title is too long for an address: the row itself says where the page before ended.
    after: (cursor) =>
      cursor === undefined
        ? undefined
        : sql`(${lowerTitle}, ${blogPosts.id}) > (select lower(last.title), last.id from blog_posts as last where last.id = ${cursor.split('_')[1]}::bigint)`,
  },
}

/** A post by its slug, also one that it had before. `undefined`: there is none that this viewer may see. */
export async function findPost(db: Queryable, slug: string, viewer: Viewer): Promise<Post | undefined> {
  const [row] = await db
    .select(columns)
    .from(blogPosts)
    .innerJoin(postSlugs, eq(postSlugs.postId, blogPosts.id))
    .where(and(eq(postSlugs.slug, slug), viewer === 'admin' ? undefined : isPublic))
  return row && toCleanPost(row)
}

/** Drafts and the trash included. */
export async function findPostById(db: Queryable, id: number): Promise<Post | undefined> {
  const row = await findPostRow(db, id)
  return row && toCleanPost(row)
}

/** The same with what only we know of it. */
export async function findPostRow(db: Queryable, id: number): Promise<PostRow | undefined> {
  const [row] = await db.select(columns).from(blogPosts).where(eq(blogPosts.id, id))
  return row
}
