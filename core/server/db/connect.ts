import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'

export type Database = NodePgDatabase
/** The database or a transaction in it. Feature functions have a parameter of this type. */
export type Queryable = Pick<
  Database,
  'select' | 'insert' | 'update' | 'delete' | 'execute' | 'transaction' | '$count'
>

type Log = {
  warn(fields: object, message: string): void
  error?(fields: object, message: string): void
}

/** Messages for the operator by the SQLSTATE of a failed write */
const storageProblems: Record<string, string> = {
  '25006':
    'The database can be read only. Its disk is full, or it’s a read-only copy. Free some space: nothing new can be saved until then.',
  '53100': 'The disk that holds the database is full. Free some space: nothing new can be saved until then.',
  '58030':
    'The database can’t read or write its files. Check the disk it’s on: nothing new can be saved until it works again.',
}
/** A storage problem counts as solved after this many ms without another such error. */
const problemMaxAgeMs = 30_000

/** Creates a pool whose errors are only logged: a restarted database must never end the process. */
export function connect(options: { connectionString: string; poolSize: number; log: Log }) {
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
  let problem: { message: string; at: number } | undefined
  const noteProblem = (code: string) => {
    const message = storageProblems[code]
    if (message === undefined) return
    const isNew = problem?.message !== message || Date.now() - problem.at > problemMaxAgeMs
    problem = { message, at: Date.now() }
    if (isNew) options.log.error?.({ code }, message)
  }
  pool.on('connect', (client) => {
    // A client that is in use emits errors itself, not through the pool.
    client.on('error', onError)
    // Sees every error response of the database, even one that a feature catches.
    client.connection.on('errorMessage', (error: { code?: string }) => noteProblem(error.code ?? ''))
  })
  return {
    db: drizzle(pool),
    pool,
    /** Explains to the operator why nothing can be saved, or undefined if writing works */
    storageProblem: () =>
      problem && Date.now() - problem.at <= problemMaxAgeMs ? problem.message : undefined,
    close() {
      closing = true
      return pool.end()
    },
  }
}

/** Opens a connection outside of the pool, for work that needs a session, such as locks. The caller closes it. */
export async function openClient(connectionString: string, applicationName?: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: 10_000,
    application_name: applicationName,
  })
  // Without a listener, losing the connection between two queries would end the process. The next query fails instead.
  client.on('error', () => {})
  await client.connect()
  return client
}

/**
 * Codes of connection faults, shutdowns, file errors, and read-only databases
 * (https://www.postgresql.org/docs/18/errcodes-appendix.html).
 */
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
 * True if an error means that the database cannot be reached, or lacks disk, memory, or connections (classes 08 and
 * 53), so that a later retry makes sense.
 */
export function isDatabaseAway(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    const code = errorCode(current)
    if (code && (awayCodes.has(code) || /^(08|53)...$/.test(code))) return true
    // These errors of pg have no code.
    if (
      /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout)/.test(
        current.message,
      )
    )
      return true
  }
  return false
}

/**
 * True if an error means that the database cannot hold a value, such as a text that is too long for an index (classes
 * 22, 23, and 54 of its error codes), so that a retry makes no sense.
 */
export function isValueRefused(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause)
    if (/^(22|23|54)...$/.test(errorCode(current) ?? '')) return true
  return false
}

function errorCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}
