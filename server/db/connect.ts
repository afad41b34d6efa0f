import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import * as schema from './schema.ts'

export type Database = NodePgDatabase<typeof schema>
/** What feature functions take: the database, or a transaction in it. */
export type Queryable = Pick<Database, 'select' | 'insert' | 'update' | 'delete' | 'execute' | 'transaction'>

export type Connection = { db: Database; pool: pg.Pool; close(): Promise<void> }

type Log = { warn(fields: object, message: string): void }

/** A pool whose errors are logged and outlived: a restarted database must never end the process. */
export function connect(options: { connectionString: string; poolSize: number; log: Log }): Connection {
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    max: options.poolSize,
    connectionTimeoutMillis: 3000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 15_000,
    query_timeout: 20_000,
    keepAlive: true,
    application_name: 'everyday-ai',
  })
  let closing = false
  const onError = (error: Error) => {
    if (!closing) options.log.warn({ code: errorCode(error) }, 'a database connection was lost')
  }
  pool.on('error', onError)
  // A client that is checked out reports to itself, not to the pool.
  pool.on('connect', (client) => client.on('error', onError))
  return {
    db: drizzle(pool, { schema }),
    pool,
    close() {
      closing = true
      return pool.end()
    },
  }
}

/** Connection faults and shutdowns (https://www.postgresql.org/docs/18/errcodes-appendix.html). */
const awayCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  '57P01',
  '57P02',
  '57P03',
  '53300',
])

/** Whether an error means that the database cannot be reached now, so that trying again later makes sense. */
export function isDatabaseAway(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    const code = errorCode(current)
    if (code && (awayCodes.has(code) || code.startsWith('08'))) return true
    // pg gives these no code.
    if (
      /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout)/.test(
        current.message,
      )
    )
      return true
  }
  return false
}

function errorCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}
