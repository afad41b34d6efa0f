import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { prepareJobs } from '../jobs/prepare.ts'
import { StartError } from '../start-error.ts'

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

/** Any fixed number that nothing else in the database locks. */
const migrationLock = 7_318_201

/**
 * Brings the database up to date. Instances that start together wait for each other on one advisory lock,
 * because drizzle's migrator takes none.
 */
export async function migrate(connectionString: string): Promise<void> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: 10_000,
    application_name: 'everyday-ai migrations',
  })
  // A connection lost between two queries would otherwise end the process; the query itself reports it.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await runMigrations(drizzle(client), { migrationsFolder }).catch((error: unknown) => {
      const { code } = (error instanceof Error ? error.cause : undefined) as { code?: string }
      if (code !== '42501') throw error
      throw new StartError(
        'The user in DATABASE_URL may not create tables in that database. Make that user its owner and start again.',
      )
    })
    await prepareJobs(client)
  } finally {
    await client.end()
  }
}
