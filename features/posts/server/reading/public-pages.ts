import { and, asc, desc, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import { blogPosts } from '../../schema.ts'
import { isPublicPage, publicationOrder } from '../post-rows.ts'

/** Max pages in a list. An office has a handful. */
const maxListed = 200
const maxFound = 10
const oldestFirst = publicationOrder.map((column) => asc(column))

/** The office's own public pages, oldest first, for the site's menus */
export function listPublicPages(db: Queryable): Promise<{ id: number; slug: string; title: string }[]> {
  const { id, slug, title } = blogPosts
  return db
    .select({ id, slug, title })
    .from(blogPosts)
    .where(isPublicPage)
    .orderBy(...oldestFirst)
    .limit(maxListed)
}

export type PageLink = { slug: string; title: string; excerpt: string }

/** The office's own public pages with their descriptions, oldest first */
export function describePublicPages(db: Queryable): Promise<PageLink[]> {
  return selectLinks(db, undefined, oldestFirst, maxListed)
}

/** The office's own public pages that match a search, best first */
export function searchPublicPages(db: Queryable, q: string): Promise<PageLink[]> {
  const query = sql`websearch_to_tsquery('english', ${q})`
  const rank = sql`ts_rank(${blogPosts.search}, ${query})`
  return selectLinks(db, sql`${blogPosts.search} @@ ${query}`, [desc(rank), asc(blogPosts.id)], maxFound)
}

async function selectLinks(db: Queryable, where: SQL | undefined, order: SQL[], limit: number) {
  const { slug, title, excerpt } = blogPosts
  return db
    .select({ slug, title, excerpt })
    .from(blogPosts)
    .where(and(isPublicPage, where))
    .orderBy(...order)
    .limit(limit)
}
