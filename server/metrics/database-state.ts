import { inArray, sql } from 'drizzle-orm'
import { findLast } from '../backups/last-backup.ts'
import type { Database } from '../db/connect.ts'
import { outboxMessages } from '../db/schema/mail.ts'

/** The state that all instances share. Delays are in seconds. */
export type DatabaseState = {
  jobs: { job: string; state: string; count: number }[]
  jobDelay: number
  mails: { state: string; count: number }[]
  mailDelay: number
  backupFailed: boolean
}

/** Reads counts and ages only: never an address, a text, or a payload. */
export async function readDatabaseState(db: Database): Promise<DatabaseState> {
  const counted = await db.execute<{ job: string; state: string; count: number; delay: number }>(sql`
    select name as job, state::text as state, count(*)::int as count,
      coalesce(extract(epoch from now() - min(start_after) filter (where state in ('created', 'retry'))), 0)::float8 as delay
    from pgboss.job where state in ('created', 'retry', 'active', 'failed') group by 1, 2 order by 1, 2`)
  const mails = await db
    .select({
      state: outboxMessages.status,
      count: sql<number>`count(*)::int`,
      delay: sql<number>`coalesce(extract(epoch from now() - min(${outboxMessages.nextAttemptAt})), 0)::float8`,
    })
    .from(outboxMessages)
    .where(inArray(outboxMessages.status, ['queued', 'failed']))
    .groupBy(outboxMessages.status)
  const last = await findLast(db)
  return {
    jobs: counted.rows,
    jobDelay: Math.max(0, ...counted.rows.map(({ delay }) => delay)),
    mails,
    mailDelay: Math.max(0, mails.find(({ state }) => state === 'queued')?.delay ?? 0),
    backupFailed: Boolean(last?.problem),
  }
}
