import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Queryable } from './connect.ts'

/** What `X-Total-Count` is exact up to. */
export const countCap = 10_000

/** For `X-Total-Count`: more than `mostCounted` is `10000+`. */
export function sayCount(count: number): string {
  return count > countCap ? `${countCap}+` : String(count)
}

export async function countRows(db: Queryable, table: PgTable, where: SQL | undefined): Promise<string> {
  return sayCount(await countUpTo(db, table, where, countCap + 1))
}

/** Never more than `limit`, so that it costs the same however many there are. */
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

const believedFor = 60_000
const maxRemembered = 1000
/** Of each database, until when what was long is believed to be, in ms since 1970. */
const remembered = new WeakMap<Queryable, Map<string, number>>()

/**
 * Whether the list with this key is as long as is counted, as far as this process knows. That is believed for a minute:
 * a list seldom shrinks below that, and to count it costs more than to read a page of it.
 */
export function longList(db: Queryable, key: string) {
  const known = remembered.get(db) ?? new Map<string, number>()
  remembered.set(db, known)
  return {
    isKnown: () => (known.get(key) ?? 0) > Date.now(),
    note() {
      if (known.size >= maxRemembered) known.clear()
      known.set(key, Date.now() + believedFor)
    },
  }
}

/** Of a list that is counted by `countUpTo`. */
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
