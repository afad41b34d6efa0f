import { and, asc, gt, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Queryable } from './connect.ts'

export type Page<Row, Cursor = number> = {
  rows: Row[]
  /** Cursor of the next page; undefined on the last one */
  next: Cursor | undefined
  /** Exact up to 10,000, then `10000+` */
  total: string
}

/** Cuts the rows of a query with `limit + 1` to one page. An extra row means that there is a next page. */
export function cutPage<Row, Cursor>(
  found: Row[],
  limit: number,
  total: string,
  cursorOf: (last: Row) => Cursor,
): Page<Row, Cursor> {
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return { rows, next: found.length > limit && last !== undefined ? cursorOf(last) : undefined, total }
}

/** All rows of a list in batches, for files. Only one batch is in memory. */
export async function* walkPages<Row, Cursor>(
  read: (cursor: Cursor | undefined) => Promise<Pick<Page<Row, Cursor>, 'rows' | 'next'>>,
): AsyncGenerator<Row[]> {
  let cursor: Cursor | undefined
  do {
    const { rows, next } = await read(cursor)
    if (rows.length > 0) yield rows
    cursor = next
  } while (cursor !== undefined)
}

/** Rows of each batch of an export */
export const exportBatch = 500

/** The same for a query with a limit of `size`: the last batch is the first one that is not full. */
export const inBatches = <Row, Cursor>(
  size: number,
  read: (after: Cursor | undefined) => PromiseLike<Row[]>,
  cursorOf: (row: Row) => Cursor,
) =>
  walkPages(async (after: Cursor | undefined) => {
    const rows = await read(after)
    const last = rows.at(-1)
    return { rows, next: last === undefined || rows.length < size ? undefined : cursorOf(last) }
  })

/** The rows of a table that meet a condition, by id, in batches for an export */
export const exportRows = <Row extends { id: number }>(
  db: Queryable,
  table: PgTable & { id: PgColumn; $inferSelect: Row },
  which?: SQL,
): AsyncGenerator<Row[]> =>
  inBatches(
    exportBatch,
    async (after: number = 0) => {
      const where = and(gt(table.id, after), which)
      const query = db.select().from(table as PgTable)
      return (await query.where(where).orderBy(asc(table.id)).limit(exportBatch)) as Row[]
    },
    ({ id }) => id,
  )
