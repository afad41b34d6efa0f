import { and, arrayContains, asc, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { countCap, countUpTo, sayCount } from '../../../../core/server/db/capped-count.ts'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import { cutPage, type Page } from '../../../../core/server/db/page.ts'
import { matchWords } from '../../../../core/server/db/prefix-tsquery.ts'
import type { PostKind } from '../../contract/post-kinds.ts'
import type { Post, PostQuery, PostSort, PostSummary } from '../../contract/posts.ts'
import { blogPosts } from '../../schema.ts'
import { columns, isOfKind, isPublic, summaryColumns, toCleanPost, toSummary } from '../post-rows.ts'

/** Visitors see public posts only, admins all posts. */
export type Viewer = 'visitor' | 'admin'

/** Posts for admins, with their content. `inReview`: a guest has submitted the post for review. */
export async function listPosts(db: Queryable, query: PostQuery, inReview: SQL): Promise<Page<Post, string>> {
  const shown = withStatus(query.status, inReview)
  const page = await selectPage(db, query, shown, ({ micros, where, order, limit }) =>
    db
      .select({ ...columns, micros })
      .from(blogPosts)
      .where(where)
      .orderBy(...order)
      .limit(limit),
  )
  return { ...page, rows: await Promise.all(page.rows.map(toCleanPost)) }
}

/** Max posts in a response to a visitor, regardless of the requested limit */
const maxForVisitors = 100
/** Number of posts whose content a response holds in memory at a time */
const batchSize = 5

/**
 * Lists public posts, newest first, with their content. All ids are read up front. The texts, up to a megabyte each, are
 * read in small batches as the client reads the response, so that a slow client does not keep all texts in memory.
 */
export async function streamPublicPosts(db: Queryable, query: PostQuery) {
  const limit = Math.min(query.limit, maxForVisitors)
  const { rows, ...page } = await listPostSummaries(db, { ...query, sort: 'newest', limit }, 'visitor')
  const ids = rows.map(({ id }) => id)
  return { batches: readInBatches(db, ids), ...page }
}

async function* readInBatches(db: Queryable, ids: number[]): AsyncGenerator<Post[]> {
  for (let start = 0; start < ids.length; start += batchSize) {
    const wanted = ids.slice(start, start + batchSize)
    const rows = await db
      .select(columns)
      .from(blogPosts)
      // A post that was unpublished in the meantime is left out.
      .where(and(inArray(blogPosts.id, wanted), isPublic))
    rows.sort((a, b) => wanted.indexOf(a.id) - wanted.indexOf(b.id))
    yield await Promise.all(rows.map(toCleanPost))
  }
}

/** Posts without their content */
export async function listPostSummaries(
  db: Queryable,
  query: PostQuery,
  viewer: Viewer,
): Promise<Page<PostSummary, string>> {
  const shown = viewer === 'admin' ? isKept : isPublic
  const page = await selectPage(db, query, shown, ({ micros, where, order, limit }) =>
    db
      .select({ ...summaryColumns, micros })
      .from(blogPosts)
      .where(where)
      .orderBy(...order)
      .limit(limit),
  )
  return { ...page, rows: page.rows.map(toSummary) }
}

type Selection = { micros: SQL<string>; where: SQL | undefined; order: SQL[]; limit: number }

/** Finds one page of posts. `select` runs the query and chooses its columns. */
async function selectPage<Row extends { id: number; micros: string }>(
  db: Queryable,
  query: PostQuery,
  shown: SQL | undefined,
  select: (selection: Selection) => Promise<Row[]>,
): Promise<Page<Row, string>> {
  const { kind = 'post' } = query
  const ofAnyKind = and(
    shown,
    query.tag === undefined ? undefined : arrayContains(blogPosts.tags, [query.tag]),
    matchWords(blogPosts.search, 'english', query.q),
  )
  const where = and(ofAnyKind, isOfKind(kind))
  const sort = sorts[query.sort ?? 'newest']
  const [rows, total] = await Promise.all([
    select({
      micros: sort.micros,
      where: and(where, sort.after(query.cursor)),
      order: sort.order,
      limit: query.limit + 1,
    }),
    countOfKind(db, kind, ofAnyKind, countCap + 1),
  ])
  return cutPage(rows, query.limit, sayCount(total), ({ micros, id }) => `${micros}_${id}`)
}

/**
 * Counts up to `limit`. Posts are counted as what is left without the pages: an index alone answers how many rows of any
 * kind there are, while counting 10,000 posts by their kind takes 20 ms. Pages are few and have an index.
 */
async function countOfKind(db: Queryable, kind: PostKind, where: SQL | undefined, limit: number) {
  const pages = await countUpTo(db, blogPosts, and(where, isOfKind('page')), limit)
  if (kind === 'page') return pages
  return (await countUpTo(db, blogPosts, where, limit + pages)) - pages
}

const isKept = isNull(blogPosts.deletedAt)

function withStatus(status: PostQuery['status'], inReview: SQL): SQL | undefined {
  switch (status) {
    case undefined:
      return isKept
    case 'trash':
      return isNotNull(blogPosts.deletedAt)
    case 'draft':
      return and(isKept, eq(blogPosts.isPublished, false))
    case 'published':
      return isPublic
    case 'review':
      return and(isKept, eq(blogPosts.isPublished, false), inReview)
    case 'scheduled':
      return and(isKept, eq(blogPosts.isPublished, true), sql`${blogPosts.publishedAt} > now()`)
  }
}

type Sort = {
  order: SQL[]
  /** First half of the cursor */
  micros: SQL<string>
  /** Condition for the rows after the previous page, whose last row has the cursor `micros_id`. */
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
    // A title is too long for a URL, so the cursor names the last row of the previous page instead.
    after: (cursor) =>
      cursor === undefined
        ? undefined
        : sql`(${lowerTitle}, ${blogPosts.id}) > (select lower(last.title), last.id from blog_posts as last where last.id = ${cursor.split('_')[1]}::bigint)`,
  },
}
