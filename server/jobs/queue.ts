import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../db/connect.ts'

type JobPlan = {
  /** How long one run may take, in seconds; then it counts as crashed and another process takes it up. */
  seconds: number
  /** Runs by itself at these times (cron, UTC), once for all instances. */
  cron?: string
  /** How long a job that has ended is kept, in seconds; a day where it is not said. */
  keptSeconds?: number
}

/**
 * Every job by name; `server/worker/handlers.ts` says what it does. A run that fails is repeated five times, later and
 * later. A job may run twice, so a handler must be safe to repeat.
 */
export const jobPlans = {
  'clean-up': { seconds: 600, cron: '7 * * * *' },
  'keep-promises': { seconds: 600, cron: '23 3 * * *' },
  'back-up': { seconds: 3600, cron: '41 2 * * *' },
  'copy-deletions': { seconds: 600, cron: '17 * * * *' },
  'resanitize-posts': { seconds: 3600 },
  'deliver-mail': { seconds: 180, cron: '* * * * *' },
  'send-newsletter': { seconds: 300, cron: '* * * * *' },
  'lead-notices': { seconds: 120, cron: '0 * * * *' },
  'data-link': { seconds: 60, keptSeconds: 60 },
  'lost-link': { seconds: 60, keptSeconds: 60 },
  'account-notice': { seconds: 60, keptSeconds: 60 },
} satisfies Record<string, JobPlan>

export type JobName = keyof typeof jobPlans

/** What a job is told, by name. It is kept in the database as JSON. */
export type JobInput = {
  'back-up': Record<string, never>
  'clean-up': Record<string, never>
  'copy-deletions': Record<string, never>
  'deliver-mail': Record<string, never>
  'keep-promises': Record<string, never>
  'lead-notices': Record<string, never>
  'resanitize-posts': Record<string, never>
  /** The address that someone typed, sealed (server/mail/encrypted-link.ts): the queue holds nothing that can be read. */
  'data-link': { sealed: string }
  'lost-link': { sealed: string }
  /** The hash of a username in lower case, which no one may have. */
  'account-notice': { account: string }
  /** Of one issue, or of all that are not over. */
  'send-newsletter': { issueId?: number }
}

/**
 * Adds a job in the caller's transaction: it runs only if that commits, and then surely. It begins within two seconds,
 * or at `startAfter`. A job that needs to know much gets the id of a row.
 */
export async function enqueue<Name extends JobName>(
  tx: Queryable,
  name: Name,
  input: JobInput[Name],
  startAfter?: Date | SQL,
): Promise<void> {
  // What PgBoss.send does, in one statement, without an instance that has been started.
  const start = startAfter === undefined ? sql`now()` : sql`${startAfter}::timestamptz`
  const added = await tx.execute(sql`
    insert into pgboss.job (name, data, start_after, keep_until, expire_seconds, deletion_seconds,
      retry_limit, retry_delay, retry_backoff, retry_delay_max, policy)
    select name, ${JSON.stringify(input)}::jsonb, ${start}, ${start} + retention_seconds * interval '1 second',
      expire_seconds, deletion_seconds, retry_limit, retry_delay, retry_backoff, retry_delay_max, policy
    from pgboss.queue where name = ${name}`)
  if (added.rowCount !== 1) throw new Error(`there is no queue for the job ${name}`)
}

/** The same for a job that calls itself again and again: where one like it waits, no second one is added. */
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
