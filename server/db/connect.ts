import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'

export type Database = NodePgDatabase
/** What feature functions take: the database, or a transaction in it. */
export type Queryable = Pick<Database, 'select' | 'insert' | 'update' | 'delete' | 'execute' | 'transaction'>

export type Connection = {
  db: Database
  pool: pg.Pool
  /** What the person who runs the server must fix before anything can be saved; undefined where all is well. */
  trouble(): string | undefined
  close(): Promise<void>
}

type Log = {
  warn(fields: object, message: string): void
  error?(fields: object, message: string): void
}

/** What the database says when it cannot write (SQLSTATE), in words for the person who runs the server. */
const storageTroubles: Record<string, string> = {
  '25006':
    'The database can be read only. Its disk is full, or it’s a read-only copy. Free some space: nothing new can be saved until then.',
  '53100': 'The disk that holds the database is full. Free some space: nothing new can be saved until then.',
  '58030':
    'The database can’t read or write its files. Check the disk it’s on: nothing new can be saved until it works again.',
}
/** Ms without another such error after which the trouble counts as over. */
const troubleAge = 30_000

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
  let trouble: { words: string; at: number } | undefined
  const noteTrouble = (code: string) => {
    const words = storageTroubles[code]
    if (words === undefined) return
    const isNew = trouble?.words !== words || Date.now() - trouble.at > troubleAge
    trouble = { words, at: Date.now() }
    if (isNew) options.log.error?.({ code }, words)
  }
  pool.on('connect', (client) => {
    // A client that is checked out reports to itself, not to the pool.
    client.on('error', onError)
    // Every error that the database answers with, whoever catches it afterwards.
    client.connection.on('errorMessage', (error: { code?: string }) => noteTrouble(error.code ?? ''))
  })
  return {
    db: drizzle(pool),
    pool,
    trouble: () => (trouble && Date.now() - trouble.at <= troubleAge ? trouble.words : undefined),
    close() {
      closing = true
      return pool.end()
    },
  }
}

/** Connection faults, shutdowns, file errors, and read-only databases (https://www.postgresql.org/docs/18/errcodes-appendix.html). */
const awayCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOSPC',
  '25006',
  '57P01',
  '57P02',
  '57P03',
  '58030',
])

/**
 * Whether an error means that the database cannot be reached, or cannot do its work for lack of disk, memory or
 * connections (classes 08 and 53), so that trying again later makes sense.
 */
export function isDatabaseAway(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    const code = errorCode(current)
    if (code && (awayCodes.has(code) || /^(08|53)...$/.test(code))) return true
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
