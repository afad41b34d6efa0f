import pg from 'pg'
import { onTestFinished } from 'vitest'
import type { TestServer } from './launch-server.ts'

export const newName = 'Harbor Helpers'

/**
 * Locks the settings table, so that readers wait, as they would for a long transaction. `changeName` renames the
 * organization to `newName` and releases the lock.
 */
export async function lockSettings({ connectionString }: Pick<TestServer, 'connectionString'>) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('begin; lock table settings in access exclusive mode')
  return {
    async changeName(): Promise<void> {
      await client.query(`insert into settings (key, value) values ('organisation', $1)`, [{ name: newName }])
      await client.query('commit')
    },
  }
}
