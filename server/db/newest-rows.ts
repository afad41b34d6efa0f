import { and, desc, inArray, lt, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { countCap, countUpTo, sayCount } from './capped-count.ts'
import type { Queryable } from './connect.ts'
import { cutPage, type Page } from './page.ts'
import { matchWords } from './prefix-tsquery.ts'
import { findRareMatches, scanFromNewest } from './rare-matches.ts'

type Query = {
  filter?: SQL | undefined
  /** Search words for the column `search` */
  q?: string | undefined
  /** Id of the last row of the previous page */
  cursor?: number | undefined
  limit: number
}

const cap = countCap + 1

/**
 * One page of a table, newest first. A search with few matches reads the search index; one with many scans the primary
 * key until the page is full.
 */
export async function listNewest<Row extends { id: number }>(
  db: Queryable,
  table: PgTable & { id: PgColumn; search: PgColumn; $inferSelect: Row },
  { filter, q, cursor, limit: perPage }: Query,
): Promise<Page<Row>> {
  const words = matchWords(table.search, 'simple', q)
  const where = and(filter, words)
  const after = cursor === undefined ? undefined : lt(table.id, cursor)
  const limit = perPage + 1
  const select = (from: Queryable, which: SQL | undefined) =>
    from
      .select()
      .from(table as PgTable)
      .where(which)
      .orderBy(desc(table.id))
      .limit(limit)

  const rare = words && (await findRareMatches(db, table, { where, after, newestBy: [table.id], limit, cap }))
  const [rows, count] = await Promise.all([
    rare
      ? select(db, inArray(table.id, rare.ids))
      : scanFromNewest(db, (tx) => select(tx, and(where, after))),
    rare?.count ?? countUpTo(db, table, where, cap),
  ])
  return cutPage(rows as Row[], perPage, sayCount(count), ({ id }) => id)
}
