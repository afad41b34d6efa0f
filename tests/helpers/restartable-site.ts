import type pg from 'pg'
import { withClient } from '../../features/backups/testing/backups.ts'
import { createSend, type Send } from './create-send.ts'
import { databaseOf } from './operations.ts'
import { adminEnvironment, signIn } from './sign-in.ts'
import { type StartedApp, startApp, startedByNode } from './started-app.ts'
import { temporaryFolder } from './temporary-folder.ts'

export type Site = Awaited<ReturnType<typeof startSite>>

/** A site whose app can be killed and started again on the same data */
export async function startSite(more: Record<string, string> = {}) {
  const folder = await temporaryFolder()
  const env = {
    ...adminEnvironment,
    DATA_DIR: folder,
    SEED: 'none',
    BACKUPS_KEEP: '0',
    LOG_LEVEL: 'warn',
    ...more,
  }
  const start = async () => {
    const app = await startApp(env, startedByNode)
    await app.isReady()
    return app
  }
  return { folder, start }
}

/** Sends a query of its own to the site's embedded Postgres. */
export const querySite = <Row extends pg.QueryResultRow>(
  { folder }: Site,
  text: string,
  values: unknown[] = [],
) => withClient(databaseOf(folder), async (client) => (await client.query<Row>(text, values)).rows)

export type Owner = { send: Send; access: { cookie: string } }

export async function signInOwner(app: StartedApp): Promise<Owner> {
  return { send: createSend(app.url), access: { cookie: await signIn(app.url) } }
}
