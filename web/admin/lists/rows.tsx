import type { ComponentProps, Key, ReactNode } from 'react'

type RowsProps<Row> = Omit<ComponentProps<'ul'>, 'children'> & {
  /** Undefined while the list is loading */
  rows: readonly Row[] | undefined
  keyOf: (row: Row) => Key
  children: (row: Row) => ReactNode
}

/** The rows of a list as list items. Renders nothing if there are none. */
export function Rows<Row>({ rows = [], keyOf, children, ...list }: RowsProps<Row>) {
  if (rows.length === 0) return null
  return (
    <ul {...list}>
      {rows.map((row) => (
        <li key={keyOf(row)}>{children(row)}</li>
      ))}
    </ul>
  )
}

export const byId = ({ id }: { id: number }) => id
