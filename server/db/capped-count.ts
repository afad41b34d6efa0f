import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Queryable } from './connect.ts'

/** Largest exact value of `X-Total-Count` */
export const countCap = 10_000

/** Value for `X-Total-Count`: counts above `countCap` become `10000+`. */
export function sayCount(count: number): string {
  return count > countCap ? `${countCap}+` : String(count)
}

export async function countRows(db: Queryable, table: PgTable, where: SQL | undefined): Promise<string> {
  return sayCount(await countUpTo(db, table, where, countCap + 1))
}

/** Counts up to `limit`, so that the cost does not grow with the table. */
export async function countUpTo(
  db: Queryable,
  table: PgTable,
  where: SQL | undefined,
  limit: number,
): Promise<number> {
  const list = longList(db, keyOf(db, table, where, limit))
  if (list.isKnown()) return limit
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(selectOnes(db, table, where, limit).as('counted'))
  const count = row?.count ?? 0
  if (count === limit) list.note()
  return count
}

const rememberMs = 60_000
const maxRemembered = 1000
/** For each database: keys of lists that reached their limit, and until when that is assumed (ms since 1970) */
const remembered = new WeakMap<Queryable, Map<string, number>>()

/**
 * Remembers for a minute that the list with this key reached its limit. A list seldom shrinks below its limit, and
 * counting costs more than reading a page of the list.
 */
export function longList(db: Queryable, key: string) {
  const known = remembered.get(db) ?? new Map<string, number>()
  remembered.set(db, known)
  return {
    isKnown: () => (known.get(key) ?? 0) > Date.now(),
    note() {
      if (known.size >= maxRemembered) known.clear()
      known.set(key, Date.now() + rememberMs)
    },
  }
}

/** Key of a list that `countUpTo` counts */
export function keyOf(db: Queryable, table: PgTable, where: SQL | undefined, limit: number): string {
  const { sql: text, params } = selectOnes(db, table, where, limit).toSQL()
  return JSON.stringify([text, params])
}

function selectOnes(db: Queryable, table: PgTable, where: SQL | undefined, limit: number) {
  return db
    .select({ one: sql<number>`1`.as('one') })
    .from(table)
    .where(where)
    .limit(limit)
}
