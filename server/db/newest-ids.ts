import { and, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { countCap, countUpTo, keyOf, longList, sayCount } from './capped-count.ts'
import type { Queryable } from './connect.ts'
import { keepToIndexes } from './planner-hints.ts'
import { toWordQuery } from './prefix-tsquery.ts'

type IdQuery = {
  filter?: SQL | undefined
  /** Search words for the column `search` */
  q?: string | undefined
  /** Id of the last row of the previous page */
  cursor?: number | undefined
  limit: number
}

export type IdPage = { ids: number[]; next: number | undefined; total: string }

const countLimit = countCap + 1

/**
 * One page of row ids, newest first. A search with few matches reads the search index; one with many scans the primary
 * key until the page is full.
 */
export async function findNewestIds(
  db: Queryable,
  table: PgTable & { id: AnyPgColumn; search: AnyPgColumn },
  { filter, q, cursor, limit }: IdQuery,
): Promise<IdPage> {
  const query = toWordQuery(q)
  const words = query === undefined ? undefined : sql`${table.search} @@ to_tsquery('simple', ${query})`
  const where = and(filter, words)
  const after = cursor === undefined ? undefined : sql`id < ${cursor}`
  const toPage = (ids: number[], total: string): IdPage => ({
    ids: ids.slice(0, limit),
    next: ids.length > limit ? ids[limit - 1] : undefined,
    total,
  })

  const list = longList(db, keyOf(db, table, where, countLimit))
  if (words && !list.isKnown()) {
    const found = await db.transaction(async (tx) => {
      await keepToIndexes(tx)
      const { rows } = await tx.execute<{ ids: number[]; count: number }>(
        sql`with matches as materialized (select id from ${table} where ${where} limit ${countLimit})
          select (select count(*)::int from matches) as count,
            array(select id from matches where ${after ?? true} order by id desc limit ${limit + 1}) as ids`,
      )
      return rows[0]
    })
    if (found && found.count < countLimit) return toPage(found.ids, sayCount(found.count))
    list.note()
  }
  const newest = sql`select id from ${table} where ${and(where, after) ?? true} order by id desc limit ${limit + 1}`
  const [{ rows }, count] = await Promise.all([
    // The planner prefers the search index even for words that nearly every row contains.
    db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('enable_bitmapscan', 'off', true)`)
      return tx.execute<{ id: number }>(newest)
    }),
    countUpTo(db, table, where, countLimit),
  ])
  return toPage(
    rows.map(({ id }) => id),
    sayCount(count),
  )
}
