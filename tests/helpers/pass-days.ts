import type { TestServer } from './launch-server.ts'

/** Makes days pass by moving every timestamp in every table back. */
export async function passDays(server: Pick<TestServer, 'query'>, days: number): Promise<void> {
  const columns = await server.query<{ name: string; columns: string[] }>(
    `select table_name as name, array_agg(column_name::text) as columns from information_schema.columns
     where table_schema = 'public' and data_type like 'timestamp%' group by 1`,
  )
  for (const table of columns)
    await server.query(
      `update ${table.name} set ${table.columns.map((name) => `${name} = ${name} - interval '${days} days'`).join(', ')}`,
    )
}
