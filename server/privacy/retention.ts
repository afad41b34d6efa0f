import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { deletionDays } from '../../content/legal/retention.ts'
import { entryForms } from '../../contracts/people.ts'
import type { Database, Queryable } from '../db/connect.ts'
import { readSetting, writeSetting } from '../db/settings.ts'
import { entryTables } from '../entries/entry-tables.ts'
import { forgetClickDetails } from '../insights/clicks.ts'
import { sweepDataLinks } from './data-links.ts'
import { eraseDeleted } from './erase.ts'

/** Pages that say when the last clean-up was. */
export const retentionTag = 'retention'

const lastKey = 'last_clean_up'
const lastRow = z.object({ at: z.iso.datetime() })

/**
 * What the privacy policy promises, once a day. Leads, contacts and subscribers are never deleted by age: only what
 * somebody asked to be deleted goes, and what tells of visitors.
 */
export async function applyRetention(db: Database): Promise<void> {
  await eraseDeleted(db)
  await forgetClickDetails(db, deletionDays)
  for (const form of entryForms)
    await db.execute(
      sql`update ${entryTables[form]} set network_hash = null
        where network_hash is not null and created_at < now() - interval '1 day'`,
    )
  await sweepDataLinks(db)
  const value = { at: new Date().toISOString() } satisfies z.infer<typeof lastRow>
  await db.transaction(async (tx) => {
    await writeSetting(tx, lastKey, value)
    await tx.execute(sql`select pg_notify('page_cache', ${retentionTag})`)
  })
}

/** Whether a day has been missed: the job runs only where the server is up at its hour. */
export async function isCleanUpMissed(db: Queryable): Promise<boolean> {
  const { rows } = await db.execute<{ missed: boolean }>(sql`
    select coalesce(
      (select (value ->> 'at')::timestamptz from settings where key = ${lastKey}),
      -- On a new site, since when the job is there.
      (select created_on from pgboss.queue where name = 'keep-promises')
    ) < now() - interval '1 day' as missed`)
  return rows[0]?.missed ?? false
}

/** When promises were last kept, as ISO time. Undefined: never yet. */
export async function findLastCleanUp(db: Queryable): Promise<string | undefined> {
  return (await readSetting(db, lastKey, lastRow))?.at
}
