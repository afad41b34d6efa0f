import pg from 'pg'
import { openClient } from '../db/connect.ts'
import { broken, changed, type Difference, type Finding } from './findings.ts'

/** The tables of a copy with their columns and numbers of rows */
export type DatabaseShape = Map<string, { columns: string[]; rows: number }>

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
    for (const { name, columns } of tables) {
      const { rows } = await client.query(`select count(*)::int as count from ${pg.escapeIdentifier(name)}`)
      shape.set(name, { columns, rows: Number(rows[0]?.count) })
    }
    return shape
  } finally {
    await client.end()
  }
}

/** Lost tables, columns, and rows are broken; new ones are changes. */
export function compareDatabases(current: DatabaseShape, next: DatabaseShape): Finding[] {
  const names = [...new Set([...current.keys(), ...next.keys()])].sort()
  return names.map((name) => ({
    subject: `table ${name}`,
    differences: compareTables(name, current.get(name), next.get(name)),
  }))
}

type Table = { columns: string[]; rows: number }

function compareTables(name: string, current: Table | undefined, next: Table | undefined): Difference[] {
  if (!next) return [broken('is gone')]
  if (!current) return [changed('is new')]
  const gone = current.columns.filter((column) => !next.columns.includes(column))
  const added = next.columns.filter((column) => !current.columns.includes(column))
  const rows = `has ${count(next.rows)} instead of ${count(current.rows)}`
  return [
    ...gone.map((column) => broken(`has lost the column ${column}`)),
    ...added.map((column) => changed(`has the new column ${column}`)),
    ...(unimportant.has(name) || current.rows === next.rows
      ? []
      : [next.rows < current.rows ? broken(rows) : changed(rows)]),
  ]
}

const count = (rows: number) => `${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}`
