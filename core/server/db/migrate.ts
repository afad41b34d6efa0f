import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type pg from 'pg'
import { StartError } from '../start-error.ts'
import { openClient } from './connect.ts'

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

/** A newer version has changed the database so that this version cannot use it. Nothing was changed. */
export class NewerDatabaseError extends StartError {
  constructor() {
    super(
      'The database was changed by a newer version of this app, which this version can’t use. Nothing was changed now.',
    )
  }
}

/** The first line of a migration after which earlier versions can keep using the database */
const additiveHeader = '-- additive\n'

/** Key of the advisory lock, an arbitrary number that no other lock in the database uses */
const migrationLock = 7_318_201

/**
 * Runs `before`, brings the database up to date, then runs `afterwards`. Instances that start together wait for each
 * other on one advisory lock, because drizzle's migrator takes none.
 */
export async function migrate(
  connectionString: string,
  { before, afterwards }: Record<'before' | 'afterwards', (client: pg.Client) => Promise<void>>,
): Promise<void> {
  const client = await openClient(connectionString, 'everyday-ai migrations')
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await before(client)
    await client.query('begin')
    await applyMigrations(client).catch((error: { code?: string }) => {
      if (error.code !== '42501') throw error
      throw new StartError(
        'The user in DATABASE_URL may not create tables in that database. Make that user its owner and start again.',
      )
    })
    await client.query('commit')
    await afterwards(client)
  } finally {
    await client.end()
  }
}

/** Returns false if another process is migrating or restoring. The connection holds the lock until it closes. */
export async function tryMigrationLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [migrationLock])
  return rows[0]?.taken === true
}

/**
 * Applies missing migrations up to `until` (ms since 1970) in the caller's transaction. Uses the same files and the same
 * table of applied migrations as drizzle, with two more columns for versions that do not have these files.
 */
export async function applyMigrations(client: pg.Client, until = Number.POSITIVE_INFINITY): Promise<void> {
  const last = (await findLastMigration(client)) ?? Number.NEGATIVE_INFINITY
  const state = Number.isFinite(last) ? checkMigration(last) : 'known'
  if (state === 'too new') throw new NewerDatabaseError()
  if (state === 'too old')
    throw new StartError(
      'The database was made by an early development version of this app, which this version can’t update. Nothing was changed.',
    )
  const missing = readMigrations().filter(({ folderMillis }) => folderMillis > last && folderMillis <= until)
  if (missing.length === 0) return
  await client.query('create schema if not exists drizzle')
  await client.query(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  )
  await client.query(
    'alter table drizzle.__drizzle_migrations add column if not exists is_additive boolean, add column if not exists tables text[]',
  )
  for (const { sql, hash, folderMillis } of missing) {
    for (const statement of sql) await client.query(statement)
    const isAdditive = sql[0]?.startsWith(additiveHeader)
    const created = sql.flatMap((statement) => /^CREATE TABLE "(\w+)"/m.exec(statement)?.[1] ?? [])
    await client.query(
      'insert into drizzle.__drizzle_migrations (hash, created_at, is_additive, tables) values ($1, $2, $3, $4)',
      [hash, folderMillis, isAdditive, created],
    )
  }
}

/**
 * Time of the last applied migration that matters to this version (ms since 1970), or undefined if our migrations never ran
 * in this database. Additive ones of newer versions do not matter.
 */
export async function findLastMigration(client: pg.Client): Promise<number | undefined> {
  const applied = await listAppliedMigrations(client)
  return applied.find(({ time, isAdditive }) => !(isAdditive && checkMigration(time) === 'too new'))?.time
}

/** Tables that migrations have created, also those of newer versions */
export async function findCreatedTables(client: pg.Client): Promise<string[]> {
  return (await listAppliedMigrations(client)).flatMap(({ tables }) => tables)
}

type AppliedMigration = { time: number; isAdditive: boolean; tables: string[] }

/** Applied migrations, the newest first. The first databases lack the last two columns. */
async function listAppliedMigrations(client: pg.Client): Promise<AppliedMigration[]> {
  const { rows: found } = await client.query(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as exists`,
  )
  if (!found[0]?.exists) return []
  const { rows } = await client.query<AppliedMigration>(
    `select created_at::float8 as time, coalesce((to_jsonb(applied)->>'is_additive')::boolean, false) as "isAdditive",
       array(select jsonb_array_elements_text(nullif(to_jsonb(applied)->'tables', 'null'))) as tables
     from drizzle.__drizzle_migrations as applied order by created_at desc`,
  )
  return rows
}

/** Tells whether this app knows the migration that a database or backup is at. */
export function checkMigration(migration: number): 'known' | 'too old' | 'too new' {
  const times = readMigrations().map(({ folderMillis }) => folderMillis)
  if (times.includes(migration)) return 'known'
  return migration < Math.min(...times) ? 'too old' : 'too new'
}

/**
 * All tables that the migrations create, with their columns, also those that a later one drops: a restore may replace a
 * database of an earlier version. Any other table in the database belongs to the operator.
 */
export function readOwnTables(): Map<string, Set<string>> {
  const tables = new Map<string, Set<string>>()
  for (const statement of readMigrations().flatMap(({ sql }) => sql)) {
    const [, created, body = ''] = /^CREATE TABLE "(\w+)" \(\n([\s\S]*?)\n\);/m.exec(statement) ?? []
    if (created)
      tables.set(created, new Set([...body.matchAll(/^\t"(\w+)" /gm)].map(([, column = '']) => column)))
    const [, table = '', added] = /^ALTER TABLE "(\w+)" ADD COLUMN "(\w+)"/m.exec(statement) ?? []
    if (added) tables.get(table)?.add(added)
  }
  return tables
}

const readMigrations = () => readMigrationFiles({ migrationsFolder })
