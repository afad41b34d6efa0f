import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Queryable } from './connect.ts'

const most = 10_000

/** How many rows there are for `X-Total-Count`: exact up to 10,000, more is `10000+`. */
export async function countRows(db: Queryable, table: PgTable, where: SQL | undefined): Promise<string> {
  const count = await countUpTo(db, table, where, most + 1)
  return count > most ? `${most}+` : String(count)
}

/** Never more than `limit`, so that it costs the same however many there are. */
export async function countUpTo(
  db: Queryable,
  table: PgTable,
  where: SQL | undefined,
  limit: number,
): Promise<number> {
  const counted = db
    .select({ one: sql<number>`1`.as('one') })
    .from(table)
    .where(where)
    .limit(limit)
    .as('counted')
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(counted)
  return row?.count ?? 0
}
