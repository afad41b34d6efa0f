import type { TestServer } from './launch-server.ts'
import { withoutTriggers } from './without-triggers.ts'

/** Simulates the passing of days: moves every timestamp in every table back. */
export async function passDays(server: Pick<TestServer, 'query'>, days: number): Promise<void> {
  const columns = await server.query<{ name: string; columns: string[] }>(
    `select table_name as name, array_agg(column_name::text) as columns from information_schema.columns
     where table_schema = 'public' and data_type like 'timestamp%' group by 1`,
  )
  const updates = columns.map((table) => {
    const moves = table.columns.map((name) => `${name} = ${name} - interval '${days} days'`)
    return withoutTriggers(table.name, `update ${table.name} set ${moves.join(', ')}`)
  })
  // This is one transaction, so that a background job never sees only some of the tables moved.
  await server.query(updates.join('; '))
}
