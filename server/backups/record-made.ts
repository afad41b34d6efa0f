import { drizzle } from 'drizzle-orm/node-postgres'
import { recordActivity } from '../activity/record-activity.ts'
import { isDatabaseAway, openClient } from '../db/connect.ts'

/**
 * Records a backup that a command has made. The backup counts even if it cannot be recorded: the database may be of an
 * older version without the list of activity, or its disk may be full.
 */
export async function recordMadeByCommand(connectionString: string): Promise<void> {
  const client = await openClient(connectionString, 'everyday-ai backup')
  try {
    const { rows } = await client.query(`select to_regclass('public.activity') is not null as known`)
    if (rows[0]?.known) await recordActivity(drizzle(client), { action: 'backup-made', by: 'command' })
  } catch (error) {
    if (!isDatabaseAway(error)) throw error
  } finally {
    await client.end()
  }
}
