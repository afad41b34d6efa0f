/** Returns the row of a query that always returns one, such as an insert with `returning` or a count. */
export function oneRow<Row>([row]: Row[]): Row {
  if (row === undefined) throw new Error('a query that always returns a row returned none')
  return row
}
