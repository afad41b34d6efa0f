import pg from 'pg'
import { openClient } from '../../core/server/db/connect.ts'
import { tablesLeftOut } from '../../features/backups/server/write-backup.ts'
import { broken, changed, type Difference, type Finding } from './findings.ts'

/** The number of values of a column that are neither null nor empty, and a checksum of all values in any order */
export type ColumnShape = { values: number; sum: string }
export type TableShape = { rows: number; columns: Map<string, ColumnShape> }
/** The tables of a copy */
export type DatabaseShape = Map<string, TableShape>

/** Tables that the app fills and empties by itself */
const unimportant = new Set([...tablesLeftOut, 'page_views', 'left_out'])

/**
 * Conditions for the rows that are compared, of tables that are not compared as a whole: each copy has recorded its own
 * restore. As JSON, because a version may lack the column.
 */
const compared: Record<string, string> = {
  activity: `where to_jsonb(activity) ->> 'action' is distinct from 'backup-restored'`,
}

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

async function readTable(client: pg.Client, name: string, names: string[]): Promise<TableShape> {
  const read = names.map((column) => {
    const text = `${pg.escapeIdentifier(column)}::text`
    return `json_build_array(count(nullif(${text}, ''))::int, coalesce(sum(hashtextextended(${text}, 0)::numeric), 0)::text)`
  })
  const { rows } = await client.query<{ count: number; columns: [number, string][] }>(
    `select count(*)::int as count, json_build_array(${read.join(', ')}) as columns from ${pg.escapeIdentifier(name)} ${compared[name] ?? ''}`,
  )
  const { count = 0, columns = [] } = rows[0] ?? {}
  const shapes = names.map((column, index): [string, ColumnShape] => {
    const [values = 0, sum = ''] = columns[index] ?? []
    return [column, { values, sum }]
  })
  return { rows: count, columns: new Map(shapes) }
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
  const gone = [...current.columns.keys()].filter((column) => !next.columns.has(column))
  const added = [...next.columns.keys()].filter((column) => !current.columns.has(column))
  const columns = [
    ...gone.map((column) => broken(`has lost the column ${column}`)),
    ...added.map((column) => changed(`has the new column ${column}`)),
  ]
  return unimportant.has(name) ? columns : [...columns, ...compareContents(current, next)]
}

function compareContents(current: TableShape, next: TableShape): Difference[] {
  const rows = `has ${count(next.rows)} instead of ${count(current.rows)}`
  if (next.rows !== current.rows) return [next.rows < current.rows ? broken(rows) : changed(rows)]
  return [...current.columns].flatMap(([column, before]) => {
    const after = next.columns.get(column) ?? before
    if (after.sum === before.sum) return []
    if (after.values === before.values) return [changed(`has other values in the column ${column}`)]
    const values = `has ${after.values.toLocaleString('en')} instead of ${before.values.toLocaleString('en')} values in the column ${column}`
    return [after.values < before.values ? broken(values) : changed(values)]
  })
}

const count = (rows: number) => `${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}`
