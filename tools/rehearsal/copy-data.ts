import { statfs } from 'node:fs/promises'
import type { Config } from '../../core/config.ts'
import { openClient } from '../../core/server/db/connect.ts'
import { findRunningPostgres } from '../../core/server/db/embedded-postgres.ts'
import { openDatabaseBesideApp } from '../../core/server/db/open-database.ts'
import { hashToken } from '../../core/server/http/tokens.ts'
import { StartError } from '../../core/server/start-error.ts'

type Log = { info(message: string): void; warn(message: string): void }

/** Bytes that two empty clusters with their reserves and logs need, and the profile of a browser */
const spaceForNothing = 500_000_000

/**
 * Checks that the disk has room for a backup and two copies of the database, because the running site uses the same disk.
 * @throws StartError if it has not
 */
export async function checkSpace(config: Config, log: Log): Promise<void> {
  const database = await openDatabaseBesideApp(config, log)
  try {
    const client = await openClient(database.connectionString, 'rehearsal')
    const { rows } = await client
      .query<{ bytes: number }>('select pg_database_size(current_database())::float8 as bytes')
      .finally(() => client.end())
    const needed = 3 * (rows[0]?.bytes ?? 0) + spaceForNothing
    const { bavail, bsize } = await statfs(config.dataDir)
    if (bavail * bsize < needed)
      throw new StartError(
        `It needs ${inGigabytes(needed)} of free disk space in ${config.dataDir}, which has ${inGigabytes(bavail * bsize)}.`,
      )
  } finally {
    await database.stop()
  }
}

const inGigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`

/** The connection string of a running copy */
export function findCopy(dataDir: string, log: Log): string {
  const found = findRunningPostgres({ dataDir, log })
  if (!found) throw new Error(`the database in ${dataDir} is not running`)
  return found
}

/**
 * Signs in an owner of a copy by writing a session, so that no password is needed. Returns the cookie, or undefined if
 * there is no user yet. With the same token, lists of sessions are equal in both copies.
 */
export async function signIn(connectionString: string, token: string): Promise<string | undefined> {
  const client = await openClient(connectionString, 'rehearsal')
  try {
    const { rowCount } = await client.query(
      // The current version may be older than the columns for roles, hence the JSON.
      `insert into sessions (token_hash, user_id) select $1, id from users
       order by to_jsonb(users) ->> 'disabled_at' is not null, to_jsonb(users) ->> 'role' is distinct from 'owner', id
       limit 1`,
      [hashToken(token)],
    )
    return rowCount === 1 ? `session=${token}` : undefined
  } finally {
    await client.end()
  }
}

/** Makes a copy render all its pages again. */
export async function dropPageCache(connectionString: string): Promise<void> {
  const client = await openClient(connectionString, 'rehearsal')
  await client.query(`select pg_notify('page_cache', 'site')`).finally(() => client.end())
}
