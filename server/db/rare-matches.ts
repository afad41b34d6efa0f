import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { keyOf, longList } from './capped-count.ts'
import type { Queryable } from './connect.ts'

type Search = {
  /** Condition with words or tags */
  where: SQL | undefined
  /** Condition for the rows after the previous page */
  after?: SQL | undefined
  /** The columns that decide which row is newer; the last one is the id. */
  newestBy: PgColumn[]
  limit: number
  cap: number
  /** True if the condition lists ids instead of words or tags. The planner uses the index of ids by itself. */
  isByIds?: boolean
  /** Key of the list, for `longList` */
  key?: string
}

/**
 * Finds the ids of the newest matching rows, and the number of all matches, in one query that uses the indexes of words
 * and tags. Returns undefined if `cap` or more rows match: then scanning from the newest row is faster.
 */
export async function findRareMatches(
  db: Queryable,
  table: PgTable,
  { where, after, newestBy, limit, cap, isByIds = false, key = keyOf(db, table, where, cap) }: Search,
): Promise<{ ids: number[]; count: number } | undefined> {
  const list = longList(db, key)
  if (list.isKnown()) return undefined
  const newestFirst = newestBy.map((column) => sql`${column} desc`)
  const found = await db.transaction(async (tx) => {
    if (!isByIds) await keepToIndexes(tx)
    const { rows } = await tx.execute<{ ids: number[]; count: number }>(
      sql`with matches as materialized (
            select ${sql.join(newestBy, sql`, `)} from ${table} where ${where} limit ${cap})
          select (select count(*)::int from matches) as count,
                 array(select id from matches as ${table} where ${after ?? true}
                       order by ${sql.join(newestFirst, sql`, `)} limit ${limit}) as ids`,
    )
    return rows[0]
  })
  if (found && found.count < cap) return found
  list.note()
  return undefined
}

/**
 * Disables sequential and index scans in this transaction, so that searches for words and tags use the GIN indexes. The
 * planner underestimates the cost of detoasting tsvectors and would scan rows from the newest on: at 100,000 rows, that
 * is ten times slower for all but the most frequent words.
 */
async function keepToIndexes(tx: Queryable): Promise<void> {
  await tx.execute(
    sql`select set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true)`,
  )
}

/**
 * Reads rows by scanning from the newest. Without this, the planner would use the search index even for words that
 * nearly every row contains.
 */
export function scanFromNewest<Result>(
  db: Queryable,
  read: (tx: Queryable) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('enable_bitmapscan', 'off', true)`)
    return read(tx)
  })
}
