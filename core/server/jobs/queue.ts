import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../db/connect.ts'

/**
 * A kind of background work. A failed run is retried five times with exponential backoff. A job may run twice, so its
 * work must be idempotent.
 */
export type JobPlan = {
  name: string
  /** Timeout of one run in seconds, after which it counts as crashed and another process retries it */
  seconds: number
  /** Schedule (cron, UTC); each run happens once across all instances. Scheduled runs have an empty payload. */
  cron?: string
  /** True if it also runs when a server starts, to continue what a crash has interrupted */
  atStart?: true
  /** Seconds that a finished job is kept, by default a day */
  keptSeconds?: number
  /** The feature that it belongs to, if it can be switched off */
  feature?: string | undefined
}

/** A job as the code knows it that adds one. `Input` is its payload, stored as JSON. */
export type Job<Input extends object = Record<string, never>> = JobPlan & { input?: Input }

/** A job and what it does. Features list theirs in their manifest. */
export type JobWork<Deps> = { job: JobPlan; work: (deps: Deps, input: never) => Promise<void> }

export const jobWork = <Deps, Input extends object>(
  job: Job<Input>,
  work: (deps: Deps, input: Input) => Promise<void>,
): JobWork<Deps> => ({ job, work })

/** Channel of the notifications about new jobs */
export const jobsChannel = 'jobs'

/**
 * Adds a job in the caller's transaction: it runs if and only if the transaction commits. It starts at once, because a
 * notification wakes the workers of all instances, or at `startAfter`. Keep payloads small: pass the id of a row.
 */
export async function enqueue<Input extends object>(
  tx: Queryable,
  { name }: Job<Input>,
  input: Input,
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
export async function enqueueUnlessWaiting<Input extends object>(
  tx: Queryable,
  job: Job<Input>,
  input: Input,
  startAfter?: Date | SQL,
): Promise<void> {
  const waiting = await tx.execute(sql`
    select from pgboss.job where name = ${job.name} and state = 'created' and data = ${JSON.stringify(input)}::jsonb limit 1`)
  if (waiting.rowCount === 0) await enqueue(tx, job, input, startAfter)
}

/** Removes waiting runs and the schedules of jobs. */
export async function removeJobs(tx: Queryable, jobs: JobPlan[]): Promise<void> {
  const names = sql`${sql.param(jobs.map(({ name }) => name))}::text[]`
  await tx.execute(sql`delete from pgboss.schedule where name = any(${names})`)
  await tx.execute(sql`delete from pgboss.job where name = any(${names}) and state < 'active'`)
}

export async function scheduleJobs(tx: Queryable, jobs: JobPlan[]): Promise<void> {
  for (const { name, cron } of jobs)
    if (cron)
      await tx.execute(
        sql`insert into pgboss.schedule (name, cron, timezone) values (${name}, ${cron}, 'UTC') on conflict do nothing`,
      )
}
