import type { TestServer } from './launch-server.ts'

/** Makes days pass by moving every timestamp in every table back. */
export async function passDays(server: Pick<TestServer, 'query'>, days: number): Promise<void> {
  const columns = await server.query<{ name: string; columns: string[] }>(
    `select table_name as name, array_agg(column_name::text) as columns from information_schema.columns
     where table_schema = 'public' and data_type like 'timestamp%' group by 1`,
  )
  const updates = columns.map((table) => {
    const moves = table.columns.map((name) => `${name} = ${name} - interval '${days} days'`)
    return `update ${table.name} set ${moves.join(', ')}`
  })
  // One transaction: a background job of the server must not see some tables moved and others not.
  await server.query(updates.join('; '))
}
