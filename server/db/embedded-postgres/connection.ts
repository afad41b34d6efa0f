import { Client, escapeIdentifier, escapeLiteral } from 'pg'
import type { Cluster } from './cluster.ts'

const appDatabase = 'everyday_ai'
/** Any number does, if it never changes; it is ours alone, as the app keeps its own locks in its own database. */
const ownerLock = 4_739_201_588

/** A connection as superuser. It has an error handler, so that losing it never ends the process. */
export async function connectAsSuperuser(cluster: Cluster, socketDir: string): Promise<Client> {
  const client = new Client({
    host: socketDir,
    port: 5432,
    user: 'postgres',
    password: cluster.password,
    database: 'postgres',
    // Named, as PGSSLMODE and PGOPTIONS of the environment would apply otherwise.
    ssl: false,
    // What the owner notes about itself is written even while the disk is full and the app can only read.
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

/** The lock lives exactly as long as this connection. */
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

/** The app gets a role of its own: an injected statement must not reach COPY ... PROGRAM or other databases. */
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

/** `localhost` only makes it a valid URL: the query says where the socket is. */
export function connectionStringOf({ password }: Pick<Cluster, 'password'>, socketDir: string) {
  const query = `host=${encodeURIComponent(socketDir)}&sslmode=disable`
  return `postgresql://${appDatabase}:${password}@localhost:5432/${appDatabase}?${query}`
}
