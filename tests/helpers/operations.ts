import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { root } from '../../bin/prepare.js'
import { paths } from '../../contracts/paths.ts'
import { findRunningPostgres } from '../../server/db/embedded-postgres.ts'
import { withClient } from './backups.ts'
import type { StartedApp } from './started-app.ts'

const documented = readFileSync(join(root, 'docs/operations.md'), 'utf8')

/** Runs an `npm run` command of docs/operations.md in the folder of a version. */
export async function runDocumented(
  command: string,
  args: string[],
  env: Record<string, string>,
  folder = root,
) {
  expect(documented).toContain(`npm run ${command}`)
  return promisify(execFile)('npm', ['run', command, '--', ...args], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production', ...env },
  })
}

/** Stops the app like Ctrl-C or `systemctl stop`. */
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
  const send = () => post(paths.api.trainingWaitlist, entry).catch(() => 0)
  await expect.poll(send, { timeout: 60_000, interval: 20 }).toBe(200)
}

/** Sends JSON to a site without a proxy. Resolves to the status. */
export const postTo =
  (url: string) =>
  async (path: string, json: unknown): Promise<number> => {
    const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(json) })
    return response.status
  }

export const countVisitors = (connectionString: string) =>
  withClient(connectionString, async (client) => {
    const { rows } = await client.query('select count(distinct email)::int as count from training_waitlist')
    return rows[0].count as number
  })

const log = { info: () => {}, warn: () => {} }
/** The connection string of a running embedded database */
export const databaseOf = (dataDir: string) => findRunningPostgres({ dataDir, log }) ?? ''
