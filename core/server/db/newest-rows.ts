import { and, desc, ilike, lt, or, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { countRows } from './capped-count.ts'
import type { Queryable } from './connect.ts'
import { cutPage, type Page } from './page.ts'
import { matchWords } from './prefix-tsquery.ts'

type Query = {
  filter?: SQL | undefined
  /** Search words for the column `search`, if the table has one */
  q?: string | undefined
  /** Id of the last row of the previous page */
  cursor?: number | undefined
  limit: number
}

export async function listNewest<Row extends { id: number }>(
  db: Queryable,
  table: PgTable & { id: PgColumn; search?: PgColumn; $inferSelect: Row },
  { filter, q, cursor, limit }: Query,
): Promise<Page<Row>> {
  const where = and(filter, table.search && matchWords(table.search, 'simple', q))
  const [rows, total] = await Promise.all([
    db
      .select()
      .from(table as PgTable)
      .where(and(where, cursor === undefined ? undefined : lt(table.id, cursor)))
      .orderBy(desc(table.id))
      .limit(limit + 1),
    countRows(db, table, where),
  ])
  return cutPage(rows as Row[], limit, total, ({ id }) => id)
}

/** True for rows with this text in one of the columns, whatever its case. Undefined for a blank text. */
export function containsText(text: string | undefined, ...columns: PgColumn[]): SQL | undefined {
  const pattern = `%${(text ?? '').trim().replaceAll(/[\\%_]/g, '\\$&')}%`
  return pattern === '%%' ? undefined : or(...columns.map((column) => ilike(column, pattern)))
}
