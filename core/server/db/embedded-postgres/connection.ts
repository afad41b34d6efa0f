import { Client, escapeIdentifier, escapeLiteral } from 'pg'
import type { Cluster } from './cluster.ts'

const appDatabase = 'everyday_ai'
/** Key of an advisory lock in the database `postgres`, which the app's own locks never touch. Must never change. */
const ownerLock = 4_739_201_588

/** Connects as superuser, with an error handler so that a lost connection never ends the process. */
export async function connectAsSuperuser(cluster: Cluster, socketDir: string): Promise<Client> {
  const client = new Client({
    host: socketDir,
    port: 5432,
    user: 'postgres',
    password: cluster.password,
    database: 'postgres',
    // Set explicitly; otherwise PGSSLMODE and PGOPTIONS from the environment would apply.
    ssl: false,
    // The row that names the owner must be written even while the disk is full and the app is read-only.
    options: '-c default_transaction_read_only=off',
    application_name: `everyday-ai owner ${process.pid}`,
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    client.end().catch(() => {})
    throw error
  }
}

/** Tries to get the owner lock, which this connection holds until it closes. */
export async function tryOwnerLock(client: Client): Promise<boolean> {
  const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS taken', [ownerLock])
  if (!rows[0]?.taken) return false
  await client.query(`
    CREATE TABLE IF NOT EXISTS app_owner (only_one boolean PRIMARY KEY CHECK (only_one), pid int, since timestamptz);
    INSERT INTO app_owner VALUES (true, ${process.pid}, now())
    ON CONFLICT (only_one) DO UPDATE SET pid = excluded.pid, since = excluded.since`)
  return true
}

export async function findOwnerPid(client: Client): Promise<number | undefined> {
  const { rows: tables } = await client.query(`SELECT to_regclass('app_owner') IS NOT NULL AS exists`)
  if (!tables[0]?.exists) return undefined
  const { rows } = await client.query('SELECT pid FROM app_owner')
  return rows[0]?.pid
}

/** The app gets its own role, so that an injected statement cannot reach COPY ... PROGRAM or other databases. */
export async function createAppDatabaseIfMissing(client: Client, password: string) {
  const { rows } = await client.query(
    `SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1) AS role,
            EXISTS (SELECT FROM pg_database WHERE datname = $1) AS database`,
    [appDatabase],
  )
  const name = escapeIdentifier(appDatabase)
  if (!rows[0]?.role)
    await client.query(`CREATE ROLE ${name} LOGIN CREATEDB PASSWORD ${escapeLiteral(password)}`)
  if (!rows[0]?.database) await client.query(`CREATE DATABASE ${name} OWNER ${name}`)
}

/** The host `localhost` only makes the URL valid. The path of the socket is in the query string. */
export function connectionStringOf({ password }: Pick<Cluster, 'password'>, socketDir: string) {
  const query = `host=${encodeURIComponent(socketDir)}&sslmode=disable`
  return `postgresql://${appDatabase}:${password}@localhost:5432/${appDatabase}?${query}`
}
