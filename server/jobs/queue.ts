import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../db/connect.ts'

type JobPlan = {
  /** Timeout of one run in seconds, after which it counts as crashed and another process retries it */
  seconds: number
  /** Schedule (cron, UTC); each run happens once across all instances */
  cron?: string
  /** Seconds that a finished job is kept, by default a day */
  keptSeconds?: number
}

/**
 * Every job by name; its handler is in `server/worker/handlers.ts`. A failed run is retried five times with exponential
 * backoff. A job may run twice, so handlers must be idempotent.
 */
export const jobPlans = {
  'clean-up': { seconds: 600, cron: '7 * * * *' },
  'keep-promises': { seconds: 600, cron: '23 3 * * *' },
  'back-up': { seconds: 3600, cron: '41 2 * * *' },
  'copy-deletions': { seconds: 600, cron: '17 * * * *' },
  'resanitize-posts': { seconds: 3600 },
  'deliver-mail': { seconds: 180, cron: '* * * * *' },
  'send-newsletter': { seconds: 300, cron: '* * * * *' },
  // These start with the server, too, and continue what a crash has interrupted. A run of an import ends after a few
  // minutes and queues the next one, but a check is one run.
  'import-site': { seconds: 7200, cron: '*/5 * * * *' },
  'export-site': { seconds: 4 * 60 * 60, cron: '*/5 * * * *', keptSeconds: 60 },
  // Often enough for time zones that are a part of an hour off
  'monday-email': { seconds: 120, cron: '*/15 * * * *' },
  'lead-notices': { seconds: 120, cron: '0 * * * *' },
  'lapse-offers': { seconds: 120, cron: '* * * * *' },
  'training-reminders': { seconds: 300, cron: '*/10 * * * *' },
  'data-link': { seconds: 60, keptSeconds: 60 },
  'lost-link': { seconds: 60, keptSeconds: 60 },
  'account-notice': { seconds: 60, keptSeconds: 60 },
} satisfies Record<string, JobPlan>

/** Channel of the notifications about new jobs */
export const jobsChannel = 'jobs'

export type JobName = keyof typeof jobPlans

type Payloads = {
  /** The user who asked for a backup */
  'back-up': { by?: { id: number } }
  /**
   * The address that a visitor typed, encrypted (server/mail/encrypted-link.ts) so that the queue holds no plain text
   */
  'data-link': { sealed: string }
  'lost-link': { sealed: string }
  /** Hash of a username in lower case, which may not exist */
  'account-notice': { account: string }
}

/** Payloads by job name, stored as JSON. Jobs that are not in `Payloads` have an empty payload. */
export type JobInput = {
  [Name in JobName]: Name extends keyof Payloads ? Payloads[Name] : Record<string, never>
}

/**
 * Adds a job in the caller's transaction: it runs if and only if the transaction commits. It starts at once, because a
 * notification wakes the workers of all instances, or at `startAfter`. Keep payloads small: pass the id of a row.
 */
export async function enqueue<Name extends JobName>(
  tx: Queryable,
  name: Name,
  input: JobInput[Name],
  startAfter?: Date | SQL,
): Promise<void> {
  // Does the same as PgBoss.send, which would need a started instance of pg-boss.
  const start = startAfter === undefined ? sql`now()` : sql`${startAfter}::timestamptz`
  const added = await tx.execute(sql`
    with added as (insert into pgboss.job (name, data, start_after, keep_until, expire_seconds, deletion_seconds,
      retry_limit, retry_delay, retry_backoff, retry_delay_max, policy)
    select name, ${JSON.stringify(input)}::jsonb, ${start}, ${start} + retention_seconds * interval '1 second',
      expire_seconds, deletion_seconds, retry_limit, retry_delay, retry_backoff, retry_delay_max, policy
    from pgboss.queue where name = ${name} returning 1)
    select pg_notify(${jobsChannel}, '') from added`)
  if (added.rowCount !== 1) throw new Error(`there is no queue for the job ${name}`)
}

/** Adds a job unless the same one is already waiting, for jobs that queue themselves again. */
export async function enqueueUnlessWaiting<Name extends JobName>(
  tx: Queryable,
  name: Name,
  input: JobInput[Name],
  startAfter?: Date | SQL,
): Promise<void> {
  const waiting = await tx.execute(sql`
    select from pgboss.job where name = ${name} and state = 'created' and data = ${JSON.stringify(input)}::jsonb limit 1`)
  if (waiting.rowCount === 0) await enqueue(tx, name, input, startAfter)
}
