import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { createInstance, type Instance } from '../../app/create-server.ts'
import { readConfig } from '../../core/config.ts'
import type { Role } from '../../core/contract/roles.ts'
import type { OverloadLimits } from '../../core/server/http/guards/overload.ts'
import { loggerOptions } from '../../core/server/http/logging.ts'
import type { MailLimits } from '../../core/server/mail/mail-limits.ts'
import { hashPassword } from '../../features/accounts/server/passwords.ts'
import { cookieNames } from '../../features/accounts/server/session-hook.ts'
import { rememberDevice, startSession } from '../../features/accounts/server/sessions.ts'
import type { ServiceLimits } from '../../features/assistant/server/service/limits.ts'
import { createSend, type Send } from './create-send.ts'

export const admin = { username: 'Ann Admin', password: 'correct horse battery' }

/** The hash of every test user's password, `admin.password`. It is created once, because hashing a password takes longer than the rest of a test. */
let adminHash: Promise<string> | undefined

export type TestServer = {
  url: string
  instance: Instance
  connectionString: string
  /** DATA_DIR, which is deleted when the server closes */
  dataFolder: string
  /** All lines that the server has logged */
  logged: string[]
  send: Send
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  /**
   * Creates the user if there is none with that name, and returns the cookies of a new session. No password is checked.
   * By default, the user is `admin`, an owner, and is created only if there are no users at all.
   */
  signIn(user?: { username: string; role: Role }): Promise<string>
  close(): Promise<void>
}

type LaunchOptions = {
  connectionString: string
  /** Connections for the test's own queries. `close` leaves them open. */
  pool?: pg.Pool | undefined
  env?: Record<string, string> | undefined
  serviceLimits?: ServiceLimits | undefined
  mailLimits?: MailLimits | undefined
  overloadLimits?: OverloadLimits | undefined
  jobPause?: number | null | undefined
  jobDrainMs?: number | undefined
  drainMs?: number | undefined
  drainGraceMs?: number | undefined
}

/** Starts a complete server on a free port. */
export async function launchServer({ pool: given, env, ...options }: LaunchOptions): Promise<TestServer> {
  const { connectionString } = options
  const logged: string[] = []
  const log = pino(loggerOptions('debug'), { write: (line: string) => void logged.push(line) })
  const folder = await mkdtemp(join(tmpdir(), 'everyday-ai-data-'))
  const config = readConfig(
    { PORT: '0', PUBLIC_URL: 'http://everyday.test', DATA_DIR: folder, ...env },
    '/nowhere',
  )
  const instance = await createInstance({ ...options, config, log })
  // On the given port, if a test needs to know it before, for PUBLIC_URL
  const url = await instance.app.listen({ port: config.port, host: '127.0.0.1' })
  instance.readiness.ready = true
  const pool = given ?? createQueryPool(connectionString)

  async function close(): Promise<void> {
    await instance.close()
    if (!given) await pool.end()
    await rm(folder, { recursive: true, force: true })
  }
  let closed: Promise<void> | undefined

  const server: TestServer = {
    url,
    instance,
    connectionString,
    dataFolder: folder,
    logged,
    send: createSend(url),
    async query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) {
      return (await pool.query<Row>(text, values)).rows
    },
    async signIn(wanted) {
      adminHash ??= hashPassword(admin.password)
      const { username, role } = wanted ?? { ...admin, role: 'owner' }
      await server.query(
        `insert into users (username, password, role) select $1, $2, $3
         where $4 or not exists (select from users) on conflict do nothing`,
        [username, await adminHash, role, wanted !== undefined],
      )
      const [user] = await server.query<{ id: number }>('select id from users where username = $1', [
        username,
      ])
      if (!user) throw new Error('the admin of the tests is not among the users')
      const names = cookieNames(config.https)
      const { token } = await startSession(instance.db, user.id, undefined)
      const device = await rememberDevice(instance.db, user.id)
      return `${names.session}=${token}; ${names.device}=${device}`
    },
    close() {
      closed ??= close()
      return closed
    },
  }
  return server
}

/** Connections for the tests' own queries. Errors are ignored, because some tests end connections on purpose. */
export function createQueryPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 2, idleTimeoutMillis: 0, allowExitOnIdle: true })
  pool.on('error', () => {})
  return pool
}

/** Turns the cookies that a response sets into the cookie header of a request. */
export function cookiesOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}
