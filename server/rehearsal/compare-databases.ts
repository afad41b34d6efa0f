import pg from 'pg'
import { openClient } from '../db/connect.ts'
import { broken, changed, type Difference, type Finding } from './findings.ts'

/** A table with its number of rows, and of each column the number of values that are neither null nor empty */
export type TableShape = { rows: number; values: Map<string, number> }
/** The tables of a copy */
export type DatabaseShape = Map<string, TableShape>

/** Tables that the app fills and empties by itself */
const unimportant = new Set(['sessions', 'rate_counters', 'page_views', 'left_out'])

export async function readDatabaseShape(connectionString: string): Promise<DatabaseShape> {
  const client = await openClient(connectionString, 'rehearsal')
  try {
    const { rows: tables } = await client.query<{ name: string; columns: string[] }>(
      `select table_name as name, array_agg(column_name::text order by ordinal_position) as columns
       from information_schema.columns join information_schema.tables using (table_schema, table_name)
       where table_schema = 'public' and table_type = 'BASE TABLE' group by 1 order by 1`,
    )
    const shape: DatabaseShape = new Map()
    for (const { name, columns } of tables) shape.set(name, await readTable(client, name, columns))
    return shape
  } finally {
    await client.end()
  }
}

async function readTable(client: pg.Client, name: string, columns: string[]): Promise<TableShape> {
  const filled = columns.map((column) => `count(nullif(${pg.escapeIdentifier(column)}::text, ''))::int`)
  const { rows } = await client.query<{ counts: number[] }>(
    `select array[count(*)::int, ${filled.join(', ')}] as counts from ${pg.escapeIdentifier(name)}`,
  )
  const [count = 0, ...values] = rows[0]?.counts ?? []
  return { rows: count, values: new Map(columns.map((column, index) => [column, values[index] ?? 0])) }
}

/** Lost tables, columns, rows, and values are broken; new ones are changes. */
export function compareDatabases(current: DatabaseShape, next: DatabaseShape): Finding[] {
  const names = [...new Set([...current.keys(), ...next.keys()])].sort()
  return names.map((name) => ({
    subject: `table ${name}`,
    differences: compareTables(name, current.get(name), next.get(name)),
  }))
}

function compareTables(
  name: string,
  current: TableShape | undefined,
  next: TableShape | undefined,
): Difference[] {
  if (!next) return [broken('is gone')]
  if (!current) return [changed('is new')]
  const gone = [...current.values.keys()].filter((column) => !next.values.has(column))
  const added = [...next.values.keys()].filter((column) => !current.values.has(column))
  const columns = [
    ...gone.map((column) => broken(`has lost the column ${column}`)),
    ...added.map((column) => changed(`has the new column ${column}`)),
  ]
  return unimportant.has(name) ? columns : [...columns, ...compareContents(current, next)]
}

function compareContents(current: TableShape, next: TableShape): Difference[] {
  const rows = `has ${count(next.rows)} instead of ${count(current.rows)}`
  if (next.rows !== current.rows) return [next.rows < current.rows ? broken(rows) : changed(rows)]
  return [...current.values].flatMap(([column, before]) => {
    const after = next.values.get(column) ?? before
    if (after === before) return []
    const values = `has ${after.toLocaleString('en')} instead of ${before.toLocaleString('en')} values in the column ${column}`
    return [after < before ? broken(values) : changed(values)]
  })
}

const count = (rows: number) => `${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}`
