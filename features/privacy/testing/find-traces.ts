import type { TestServer } from '../../../tests/helpers/launch-server.ts'

/** Searches every row of every table, and returns the table's name for each match, sorted. */
export async function findTraces(server: TestServer, text: RegExp): Promise<string[]> {
  const tables = await server.query<{ name: string }>(
    `select table_schema || '.' || table_name as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  )
  const found: string[] = []
  for (const { name } of tables)
    for (const { row } of await server.query<{ row: string }>(`select t::text as row from ${name} t`))
      if (text.test(row)) found.push(name)
  return found.sort()
}
