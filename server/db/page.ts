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
  read: (cursor: Cursor | undefined) => Promise<Page<Row, Cursor>>,
): AsyncGenerator<Row[]> {
  let cursor: Cursor | undefined
  do {
    const page = await read(cursor)
    yield page.rows
    cursor = page.next
  } while (cursor !== undefined)
}
