import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Queryable } from './connect.ts'

/** Largest exact value of `X-Total-Count` */
export const countCap = 10_000

/** Value for `X-Total-Count`: counts above `cap` become `10000+`. */
export function sayCount(count: number, cap = countCap): string {
  return count > cap ? `${cap}+` : String(count)
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
  const ones = db
    .select({ one: sql<number>`1`.as('one') })
    .from(table)
    .where(where)
    .limit(limit)
  return db.$count(ones.as('counted'))
}
