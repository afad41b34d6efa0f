import { inArray, sql } from 'drizzle-orm'
import type { Database } from '../../core/server/db/connect.ts'
import { outboxMessages } from '../../core/server/db/schema/mail.ts'
import { findLast } from '../../features/backups/server/last-backup.ts'

/** The state that all instances share. Delays are in seconds. */
export type DatabaseState = {
  jobs: { job: string; state: string; count: number }[]
  jobDelay: number
  queuedMails: number
  failedMails: number
  mailDelay: number
  backupFailed: boolean
  /** Seconds since the daily backup was set up, which the app does when it starts on a database for the first time */
  backupJobAge: number
}

/** Reads counts and ages only: never an address, a text, or a payload. */
export async function readDatabaseState(db: Database): Promise<DatabaseState> {
  const jobs = await db.execute<{ job: string; state: string; count: number; delay: number }>(sql`
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
  const queued = mails.find(({ state }) => state === 'queued')
  const failed = mails.find(({ state }) => state === 'failed')
  const backupJob = await db.execute<{ age: number }>(sql`
    select extract(epoch from now() - created_on)::float8 as age from pgboss.queue where name = 'back-up'`)
  const last = await findLast(db)
  return {
    jobs: jobs.rows,
    jobDelay: Math.max(0, ...jobs.rows.map(({ delay }) => delay)),
    queuedMails: queued?.count ?? 0,
    failedMails: failed?.count ?? 0,
    mailDelay: Math.max(0, queued?.delay ?? 0),
    backupFailed: Boolean(last?.problem),
    backupJobAge: backupJob.rows[0]?.age ?? 0,
  }
}
