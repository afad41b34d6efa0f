import type pg from 'pg'
import { createTableEmptier } from './empty-tables.ts'
import { createQueryPool } from './launch-server.ts'
import { createTestDatabase, dropTestDatabase } from './test-database.ts'

export type WorkerDatabase = {
  connectionString: string
  /** Connections for the tests' own queries. They stay open between tests. */
  pool: pg.Pool
  /** Empties the database. Returns false if a test has changed its schema or settings, so that it cannot be reused. */
  empty(): Promise<boolean>
  /** Empties the database and keeps it for the next test. */
  giveBack(): Promise<void>
}

/** Databases of this process that no test uses now. They are reused, because creating one takes as long as a test. */
const free: WorkerDatabase[] = []

/** Returns an empty, migrated database. No other test gets it until `giveBack` is called. */
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
    async empty() {
      if ((await readShape()) !== shape) return false
      await emptyTables()
      return true
    },
    async giveBack() {
      if (await database.empty()) free.push(database)
      else {
        await pool.end()
        await dropTestDatabase(connectionString)
      }
    },
  }
  return database
}

/** A checksum of the database's columns, functions, triggers, constraints, and settings, to detect changes */
const shapeQuery = `
  with ours as (select oid from pg_namespace where nspname in ('public', 'pgboss', 'drizzle'))
  select md5(string_agg(line, ',' order by line)) from (
    select concat_ws(' ', relname, attname, atttypid, attnotnull, atthasdef) as line
      from pg_attribute join pg_class on pg_class.oid = attrelid where relnamespace in (select oid from ours)
    union all select concat_ws(' ', proname, prosrc) from pg_proc where pronamespace in (select oid from ours)
    union all select concat_ws(' ', tgrelid::regclass, tgname) from pg_trigger where not tgisinternal
    union all select concat_ws(' ', conrelid::regclass, conname) from pg_constraint where connamespace in (select oid from ours)
    union all select array_to_string(setconfig, ' ') from pg_db_role_setting) as shape`
