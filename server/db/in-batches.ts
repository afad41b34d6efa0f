/** Rows of each batch of an export */
export const exportBatch = 500

/** Reads rows in batches until one is not full, each after the last row of the one before. Only one batch is in memory. */
export async function* inBatches<Row, Cursor>(
  size: number,
  read: (after: Cursor | undefined) => PromiseLike<Row[]>,
  cursorOf: (row: Row) => Cursor,
): AsyncGenerator<Row[]> {
  for (let cursor: Cursor | undefined; ; ) {
    const rows = await read(cursor)
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (rows.length < size || last === undefined) return
    cursor = cursorOf(last)
  }
}
