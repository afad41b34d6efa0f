import type pg from 'pg'
import type { Config } from '../../config.ts'
import { StartError } from '../start-error.ts'
import { openClient } from './connect.ts'
import { clusterExists, findRunningPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'

export type OpenDatabase = { connectionString: string; stop(): Promise<void> }

type Log = { info(message: string): void; warn(message: string): void }

const minVersion = 15

/** Opens the database in DATABASE_URL, or the embedded one in DATA_DIR. */
export async function openDatabase(config: Config, log: Log): Promise<OpenDatabase> {
  if (!config.databaseUrl) return startEmbeddedPostgres({ dataDir: config.dataDir, log })
  await checkServer(config.databaseUrl)
  return { connectionString: config.databaseUrl, stop: async () => {} }
}

/** Opens the database for a command that may run beside the app. `stop` leaves the app's own Postgres running. */
export async function openDatabaseBesideApp(config: Config, log: Log): Promise<OpenDatabase> {
  if (!config.databaseUrl && !clusterExists(config.dataDir))
    throw new StartError(
      `There’s no database in ${config.dataDir}. Set DATA_DIR to the folder that the app uses.`,
    )
  const running = config.databaseUrl ? undefined : findRunningPostgres({ dataDir: config.dataDir, log })
  return running ? { connectionString: running, stop: async () => {} } : openDatabase(config, log)
}

async function checkServer(connectionString: string): Promise<void> {
  let client: pg.Client | undefined
  try {
    client = await openClient(connectionString)
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int / 10000 as version`,
    )
    const version = rows[0]?.version ?? 0
    if (version < minVersion)
      throw new StartError(`DATABASE_URL leads to PostgreSQL ${version}. Use ${minVersion} or newer.`)
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(
      `The database that DATABASE_URL names can’t be used: ${reason(error)} Check the address, the name, and the password, and that the database is running.`,
    )
  } finally {
    await client?.end().catch(() => {})
  }
}

function reason(error: unknown): string {
  const { code, message } = error as { code?: string; message: string }
  if (code === 'ECONNREFUSED' || code === 'ENOENT') return 'nothing answers there.'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'there is no such host.'
  if (code === '28P01' || code === '28000') return 'the username or password is wrong.'
  if (code === '3D000') return 'there is no database of that name.'
  // Without a code the URL itself is malformed. Its text must not be shown because it contains the password.
  return code ? `${message.replace(/\.?$/, '.')}` : 'the address is not complete or not well formed.'
}
