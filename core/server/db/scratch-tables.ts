import { DrizzleQueryError, getTableName, type Table } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { type Database, openClient } from './connect.ts'

const quote = pg.escapeIdentifier

export type ScratchTables = {
  /** Copied with their rows. A column in `blank` is an empty text in the copy. */
  copied: { table: Table; blank?: string[] }[]
  /** Copied without rows */
  empty: Table[]
}

/**
 * Runs `work` in a session that has temporary copies of some tables, which hide the real ones. All other tables are
 * read-only, so that a dry run can use the same functions as the real one, locks nothing, and leaves nothing behind.
 */
export async function withScratchTables<Result>(
  connectionString: string,
  { copied, empty }: ScratchTables,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  const client = await openClient(connectionString, 'everyday-ai dry run')
  try {
    // One state of all tables
    await client.query('begin transaction isolation level repeatable read')
    for (const { table, blank } of copied)
      await copyTable(client, getTableName(table), { blank, withRows: true })
    for (const table of empty) await copyTable(client, getTableName(table), { withRows: false })
    await client.query('commit')
    // Postgres lets a read-only session write to temporary tables.
    await client.query('set default_transaction_read_only = on')
    return await work(drizzle(client))
  } catch (error) {
    throw explainRefusal(error)
  } finally {
    await client.end().catch(() => {})
  }
}

/** A refused write is a mistake in our lists of tables. As it is, it would look like a database without disk space. */
function explainRefusal(error: unknown): unknown {
  if (!(error instanceof DrizzleQueryError)) return error
  const isRefused = error.cause && 'code' in error.cause && error.cause.code === '25006'
  return isRefused ? new Error(`a dry run has no copy of the table in: ${error.query.slice(0, 200)}`) : error
}

type Column = { schema: string; name: string; isSerial: boolean; isGenerated: boolean }

async function copyTable(
  client: pg.Client,
  table: string,
  { blank = [], withRows }: { blank?: string[] | undefined; withRows: boolean },
): Promise<void> {
  const { rows: columns } = await client.query<Column>(
    `select table_schema as schema, column_name as name, is_generated = 'ALWAYS' as "isGenerated",
       coalesce(column_default like 'nextval(%', false) as "isSerial"
     from information_schema.columns where table_schema = current_schema() and table_name = $1
     order by ordinal_position`,
    [table],
  )
  const real = `${quote(columns[0]?.schema ?? '')}.${quote(table)}`
  const copy = `pg_temp.${quote(table)}`
  await client.query(`create temp table ${quote(table)} (like ${real} including all)`)
  if (withRows) {
    const stored = columns.filter(({ isGenerated }) => !isGenerated).map(({ name }) => name)
    const values = stored.map((name) => (blank.includes(name) ? `''` : quote(name)))
    await client.query(
      `insert into ${copy} (${stored.map(quote).join(', ')}) select ${values.join(', ')} from ${real}`,
    )
    await client.query(`analyze ${copy}`)
  }
  for (const { name, isSerial } of columns)
    if (isSerial) await addSequence(client, { table, copy, column: name })
}

/** The copy of a default still takes numbers from the real sequence. */
async function addSequence(
  client: pg.Client,
  { table, copy, column }: { table: string; copy: string; column: string },
): Promise<void> {
  const sequence = `${table}_${column}_scratch`
  await client.query(`create temp sequence ${quote(sequence)} owned by ${copy}.${quote(column)}`)
  await client.query(
    `select setval($1::regclass, (select coalesce(max(${quote(column)}), 0) + 1 from ${copy}), false)`,
    [`pg_temp.${quote(sequence)}`],
  )
  await client.query(
    `alter table ${copy} alter column ${quote(column)} set default nextval('pg_temp.${quote(sequence)}')`,
  )
}
