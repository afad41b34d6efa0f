import { expect } from 'vitest'
import { findRunningPostgres } from '../../core/server/db/embedded-postgres.ts'
import { withClient } from '../../features/backups/testing/backups.ts'
import { createSend } from './create-send.ts'
import { silentLog } from './data-folder.ts'
import type { StartedApp } from './started-app.ts'

/** Stops an app that `npm start` runs, like Ctrl-C in its terminal. */
export async function pressControlC(app: StartedApp): Promise<void> {
  app.killGroup('SIGINT')
  await app.ended
}

/** Stops an app without npm, like `systemctl stop`. */
export async function stopApp(app: StartedApp): Promise<void> {
  app.process.kill('SIGTERM')
  await app.ended
}

/** Sends an entry until the site has confirmed it, like a patient visitor. */
export async function joinWaitlist(
  number: number,
  post: (path: string, json: unknown) => Promise<number>,
): Promise<void> {
  const entry = { name: `Visitor ${number}`, email: `visitor${number}@example.org` }
  const send = () => post('/api/training-waitlist', entry).catch(() => 0)
  await expect.poll(send, { timeout: 60_000, interval: 20 }).toBe(200)
}

/** Sends JSON to a site without a proxy. Resolves to the status. */
export const postTo = (url: string) => async (path: string, json: unknown) =>
  (await createSend(url)(path, { json })).status

export const countVisitors = (connectionString: string) =>
  withClient(connectionString, async (client) => {
    const { rows } = await client.query('select count(distinct email)::int as count from training_waitlist')
    return rows[0].count as number
  })

/** The connection string of a running embedded database */
export const databaseOf = (dataDir: string) => findRunningPostgres({ dataDir, log: silentLog }) ?? ''
