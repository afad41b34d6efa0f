import { sql } from 'drizzle-orm'
import type { PostgresRelease } from '../../contract/readiness.ts'
import type { Database } from './connect.ts'

/**
 * The newest known minor release of each major version. Look them up at https://www.postgresql.org/support/versioning/
 * before each release of the app. Recorded on 2026-11-24: Debian had 15.20 and PyPI 18.6; all versions are released together.
 */
export const newestMinors: Readonly<Record<number, number>> = { 15: 20, 16: 16, 17: 12, 18: 6 }

/** The release of Postgres that runs, and the newest known one of its major version if that is newer */
export async function readPostgresRelease(db: Database): Promise<PostgresRelease> {
  const { rows } = await db.execute<{ number: number }>(
    sql`select current_setting('server_version_num')::int as number`,
  )
  return describeRelease(rows[0]?.number ?? 0)
}

/** `number` is Postgres's `server_version_num`, such as 180004 for 18.4. */
export function describeRelease(number: number): PostgresRelease {
  const major = Math.floor(number / 10_000)
  const minor = number % 10_000
  const newest = newestMinors[major] ?? 0
  return { version: `${major}.${minor}`, ...(newest > minor && { newer: `${major}.${newest}` }) }
}
