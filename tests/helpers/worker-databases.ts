import type pg from 'pg'
import { createTableEmptier } from './empty-tables.ts'
import { createQueryPool } from './launch-server.ts'
import { createTestDatabase, dropTestDatabase } from './test-database.ts'

export type WorkerDatabase = {
  connectionString: string
  /** For the queries of tests. It stays open between tests. */
  pool: pg.Pool
  /** Empties it for the next test. */
  giveBack(): Promise<void>
}

/** Unused databases of this process, kept because creating one takes as long as a test. */
const free: WorkerDatabase[] = []

/** Returns an empty, migrated database for exclusive use until it is released. */
export async function borrowDatabase(templateUrl: string): Promise<WorkerDatabase> {
  return free.pop() ?? (await createWorkerDatabase(templateUrl))
}

async function createWorkerDatabase(templateUrl: string): Promise<WorkerDatabase> {
  const connectionString = await createTestDatabase(templateUrl)
  const pool = createQueryPool(connectionString)
  const query = async (text: string) => (await pool.query(text)).rows
  const emptyTables = await createTableEmptier(query)
  const readShape = async () => JSON.stringify(await query(shapeQuery))
  const shape = await readShape()
  const database: WorkerDatabase = {
    connectionString,
    pool,
    async giveBack() {
      if ((await readShape()) === shape) {
        await emptyTables()
        free.push(database)
      } else {
        // The test has changed more than rows, so the database is not used again.
        await pool.end()
        await dropTestDatabase(connectionString)
      }
    },
  }
  return database
}

/** A description of the columns, functions, triggers, constraints, and settings of the database. */
const shapeQuery = `
  with ours as (select oid from pg_namespace where nspname in ('public', 'pgboss', 'drizzle'))
  select md5(string_agg(line, ',' order by line)) from (
    select concat_ws(' ', relname, attname, atttypid, attnotnull, atthasdef) as line
      from pg_attribute join pg_class on pg_class.oid = attrelid where relnamespace in (select oid from ours)
    union all select concat_ws(' ', proname, prosrc) from pg_proc where pronamespace in (select oid from ours)
    union all select concat_ws(' ', tgrelid::regclass, tgname) from pg_trigger where not tgisinternal
    union all select concat_ws(' ', conrelid::regclass, conname) from pg_constraint where connamespace in (select oid from ours)
    union all select array_to_string(setconfig, ' ') from pg_db_role_setting) as shape`
