import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import type { MailLimits } from '../../core/server/mail/mail-limits.ts'
import type { ServiceLimits } from '../../features/assistant/server/service/limits.ts'
import { launchServer, type TestServer } from './launch-server.ts'
import { borrowDatabase } from './worker-databases.ts'

export { admin, cookiesOf, type TestServer } from './launch-server.ts'

type Options = {
  env?: Record<string, string>
  connectionString?: string
  serviceLimits?: ServiceLimits
  mailLimits?: MailLimits
  /** Seconds between two checks for jobs that no notification names. By default, no job runs. */
  jobPause?: number
}

/** Servers with default options that no test uses now. They are reused, because starting one takes longer than most tests. */
const free: PooledServer[] = []

/**
 * Returns a server that no other test uses until this one ends. By default, it has an empty database. With options, it
 * is started for this test.
 */
export async function startTestServer(options: Options = {}): Promise<TestServer> {
  if (Object.keys(options).length === 0) {
    const pooled = free.pop() ?? (await startPooledServer())
    onTestFinished(pooled.giveBack)
    return pooled.server
  }
  const { connectionString } = options
  const server = await launchServer({
    ...options,
    // No jobs unless a test asks for them
    jobPause: options.jobPause ?? null,
    ...(connectionString === undefined ? await borrowTestDatabase() : { connectionString }),
    // When a test ends, no more requests will come, so the server need not wait for them.
    drainGraceMs: 0,
  })
  onTestFinished(() => server.close())
  return server
}

/** Starts a test server, and signs its owner in. */
export async function startSignedIn(options?: Options): Promise<{ server: TestServer; cookie: string }> {
  const server = await startTestServer(options)
  return { server, cookie: await server.signIn() }
}

type PooledServer = { server: TestServer; giveBack(): Promise<void> }

async function startPooledServer(): Promise<PooledServer> {
  const database = await borrowDatabase(inject('templateUrl'))
  const launched = await launchServer({
    ...database,
    jobPause: null,
    // The event loop also waits for the tests, which share the process.
    overloadLimits: { sampleInterval: 5000, maxEventLoopDelay: 0 },
    drainGraceMs: 0,
  })
  const { instance, logged, dataFolder } = launched
  let isClosed = false
  const server: TestServer = {
    ...launched,
    close() {
      isClosed = true
      return launched.close()
    },
  }
  const pooled: PooledServer = {
    server,
    async giveBack() {
      await instance.tally.flush()
      const isReusable = !isClosed && (await database.empty())
      if (!isReusable) {
        await launched.close()
        await database.giveBack()
        return
      }
      for (const name of await readdir(dataFolder)) await rm(join(dataFolder, name), { recursive: true })
      instance.forget()
      Object.assign(instance.readiness, { ready: true, draining: false })
      logged.length = 0
      free.push(pooled)
    },
  }
  return pooled
}

/** Returns an empty, migrated database that no other test uses until this one ends. */
export async function borrowTestDatabase(): Promise<{ connectionString: string; pool: pg.Pool }> {
  const database = await borrowDatabase(inject('templateUrl'))
  onTestFinished(database.giveBack)
  return database
}
