type IsoTimes<Row> = {
  [Column in keyof Row]: Row[Column] extends Date | null ? string | Exclude<Row[Column], Date> : Row[Column]
}

/** Converts the times of a row to ISO 8601, the format of responses. */
export function withIsoTimes<Row extends object>(row: Row): IsoTimes<Row> {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      value instanceof Date ? value.toISOString() : value,
    ]),
  ) as IsoTimes<Row>
}
