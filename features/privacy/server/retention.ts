import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database, Queryable } from '../../../core/server/db/connect.ts'
import { readSetting, writeSetting } from '../../../core/server/db/settings.ts'
import type { Job } from '../../../core/server/jobs/queue.ts'
import type { Feature } from '../../manifest/feature.ts'
import { eraseDeleted } from './erase.ts'

export const retentionJob: Job = { name: 'keep-promises', seconds: 600, cron: '23 3 * * *' }

/** Tag of the cached pages that show the time of the last clean-up */
export const retentionTag = 'retention'

const lastKey = 'last_clean_up'
const lastRow = z.object({ at: z.iso.datetime() })

/**
 * Makes the daily deletions that the privacy policy promises. Entries and subscribers are never deleted because of
 * their age, only on request. Details about visitors are deleted because of their age.
 */
export async function applyRetention({ db, features }: { db: Database; features: Feature[] }): Promise<void> {
  await eraseDeleted(db, features)
  for (const { retention = [] } of features) for (const forget of retention) await forget(db)
  await db.transaction(async (tx) => {
    await writeSetting(tx, lastKey, { at: new Date().toISOString() } satisfies z.infer<typeof lastRow>)
    await tx.execute(sql`select pg_notify('page_cache', ${retentionTag})`)
  })
}

/** True if the last clean-up is more than a day ago, because the server was not running at the job's hour */
export async function isCleanUpMissed(db: Queryable): Promise<boolean> {
  const { rows } = await db.execute<{ missed: boolean }>(sql`
    select coalesce(
      (select (value ->> 'at')::timestamptz from settings where key = ${lastKey}),
      -- On a new site, the time when the job was created.
      (select created_on from pgboss.queue where name = 'keep-promises')
    ) < now() - interval '1 day' as missed`)
  return rows[0]?.missed ?? false
}

/** Time of the last clean-up (ISO), or undefined before the first one */
export async function findLastCleanUp(db: Queryable): Promise<string | undefined> {
  return (await readSetting(db, lastKey, lastRow))?.at
}
