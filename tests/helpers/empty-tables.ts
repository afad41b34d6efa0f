import type { QueryResultRow } from 'pg'
import { withoutTriggers } from './without-triggers.ts'

type Query = <Row extends QueryResultRow>(text: string) => Promise<Row[]>

/**
 * Takes a freshly migrated database, and returns a function that empties it and resets all ids to 1. Tables that have
 * rows after the migration, such as the list of migrations and the job queues, are not emptied.
 */
export async function createTableEmptier(query: Query): Promise<() => Promise<void>> {
  // The newest tables first, because rows of users cannot be deleted before the trainings that name them.
  const tables = await query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
     where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'pgboss') order by oid desc`,
  )
  const filled = (names: string[]) =>
    query<{ name: string }>(
      names.map((name) => `select '${name}' as name where exists (select from ${name})`).join(' union all '),
    )
  const names = tables.map(({ name }) => name)
  const kept = new Set((await filled(names)).map(({ name }) => name))
  // A booked day does not let its trainer be deleted, so days go first.
  const first = (name: string) => (name === 'trainer_days' ? 0 : name === 'trainings' ? 1 : 2)
  const emptied = names.filter((name) => !kept.has(name)).sort((one, other) => first(one) - first(other))
  return async () => {
    // For a few rows, `delete` takes a tenth of the time of `truncate`, which creates new files for each table and
    // index. `lock table` waits for open transactions of the server.
    const deletions = (await filled(emptied)).map(
      ({ name }) => `${withoutTriggers(name, `delete from ${name}`)};`,
    )
    await query(
      `begin; lock table ${emptied.join(', ')} in access exclusive mode; ${deletions.join(' ')} commit;
       select setval(format('%I.%I', schemaname, sequencename)::regclass, 1, false) from pg_sequences
       where schemaname = 'public' and last_value is not null`,
    )
  }
}
