import { makeBackup } from '../backups/rotate-backups.ts'
import type { Config } from '../config.ts'
import { openClient } from '../db/connect.ts'
import { findRunningPostgres } from '../db/embedded-postgres.ts'
import { openDatabaseBesideApp } from '../db/open-database.ts'
import { hashToken } from '../http/tokens.ts'
import { openMediaStore } from '../media/store.ts'

type Log = { info(message: string): void; warn(message: string): void }

/**
 * Writes a backup of the running site without its pictures, which the copies read where they are. The site is only read.
 */
export async function copyData(config: Config, file: string, log: Log, signal: AbortSignal): Promise<void> {
  const database = await openDatabaseBesideApp(config, log)
  try {
    const media = { ...(await openMediaStore(config.mediaPlace, { isReadOnly: true })), isRemote: true }
    await makeBackup({ connectionString: database.connectionString, media, file, signal })
  } finally {
    await database.stop()
  }
}

/** The connection string of a running copy */
export function findCopy(dataDir: string, log: Log): string {
  const found = findRunningPostgres({ dataDir, log })
  if (!found) throw new Error(`the database in ${dataDir} is not running`)
  return found
}

/**
 * Signs in the first admin of a copy by writing a session, so that no password is needed. Returns the cookie, or undefined
 * if there is no admin yet. With the same token, lists of sessions are equal in both copies.
 */
export async function signIn(connectionString: string, token: string): Promise<string | undefined> {
  const client = await openClient(connectionString, 'rehearsal')
  try {
    const { rowCount } = await client.query(
      'insert into sessions (token_hash, user_id) select $1, id from users order by id limit 1',
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
