import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** Creates an empty, migrated database and returns its URL. */
export async function createTestDatabase(templateUrl: string): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const template = new URL(templateUrl).pathname.slice(1)
  // Postgres cannot copy a database that has connections. So this connects to another database, and the lock makes
  // workers take turns.
  await runBeside(templateUrl, [
    'select pg_advisory_lock(1)',
    // Copying files takes half the time of the default, which copies pages through the write-ahead log.
    `create database ${name} template ${template} strategy file_copy`,
  ])
  return withDatabase(templateUrl, name)
}

/**
 * Closes the database's connections and drops it. `with (force)` would fail while autovacuum works there, because its
 * process belongs to another user; a plain drop stops autovacuum by itself and waits for the connections to end.
 */
export async function dropTestDatabase(connectionString: string): Promise<void> {
  const name = new URL(connectionString).pathname.slice(1)
  await runBeside(connectionString, [
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and usename = current_user`,
    `drop database ${name}`,
  ])
}

/** Runs statements in sequence in the same cluster's database `postgres`, which nothing else uses. */
async function runBeside(connectionString: string, statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: withDatabase(connectionString, 'postgres') })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

function withDatabase(connectionString: string, database: string): string {
  const url = new URL(connectionString)
  url.pathname = `/${database}`
  return url.href
}
