import { withClient } from '../../features/backups/testing/backups.ts'
import { createSend, type Send } from './create-send.ts'
import { adminEnvironment } from './sign-in.ts'
import { type StartedApp, startApp, startedByNode } from './started-app.ts'
import { startTemporaryPostgres } from './temporary-postgres.ts'
import { fromNewAddresses } from './visitor-addresses.ts'

/** An instance of the app. `send` sends each request from another address. */
export type StartedInstance = StartedApp & { send: Send }

export type StartedPair = {
  instances: [StartedInstance, StartedInstance]
  /** URL of their database */
  connectionString: string
  stop(): Promise<void>
}

/** Starts two instances of the app in separate processes, with one new database and the tests' admin. */
export async function startPair(env: Record<string, string> = {}): Promise<StartedPair> {
  const stops: (() => Promise<void>)[] = []
  const postgres = await startTemporaryPostgres()
  async function start(number: number): Promise<StartedInstance> {
    const app = await startApp(
      {
        ...adminEnvironment,
        DATABASE_URL: postgres.connectionString,
        DATA_DIR: `${postgres.dataDir}-${number}`,
        SEED: 'none',
        TRUSTED_PROXIES: '127.0.0.1',
        LOG_LEVEL: 'warn',
        ...env,
      },
      startedByNode,
      (stop) => stops.push(stop),
    )
    await app.isReady()
    return { ...app, send: fromNewAddresses(createSend(app.url)) }
  }
  return {
    instances: [await start(0), await start(1)],
    connectionString: postgres.connectionString,
    async stop() {
      for (const stop of stops) await stop()
      await postgres.stop()
    },
  }
}

/** Adds an editor who has the admin's password. */
export const addEditor = (connectionString: string, username: string) =>
  withClient(connectionString, (client) =>
    client.query(
      `insert into users (username, password, role) select $1, password, 'editor' from users limit 1`,
      [username],
    ),
  )
