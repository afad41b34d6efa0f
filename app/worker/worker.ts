import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import type { JobWork } from '../../core/server/jobs/queue.ts'

/** Ms that running jobs get to finish at shutdown. Another process retries unfinished ones. */
export const defaultJobDrainMs = 5000

/**
 * Seconds until the worker looks for due jobs by itself. `enqueue` notifies it, but schedules and versions before that
 * do not.
 */
export const defaultPollSeconds = 15

/** pg-boss looks for work in each queue by itself, too. Only needed if the worker misses a job. */
const fallbackSeconds = 3600

type Log = { warn(fields: object, message: string): void }

/**
 * Runs jobs in this process until it is stopped. One query finds the queues with due jobs; only those are asked for
 * them, and each queue runs one job at a time.
 */
export async function startWorker<Deps extends { signal: AbortSignal }>(
  pool: pg.Pool,
  works: JobWork<Deps>[],
  deps: Omit<Deps, 'signal'>,
  log: Log,
  { pause, drainMs }: { pause: number; drainMs: number },
) {
  const boss = await startQueue(pool, log)
  const stopping = new AbortController()
  const names = works.map(({ job }) => job.name)
  const allDeps = { ...deps, signal: stopping.signal } as Deps
  const workers = new Map<string, string>()
  let woken = Promise.withResolvers<void>()
  /** Looks for due jobs now. */
  const wake = () => woken.resolve()
  const fetchNext = (name: string) => boss.notifyWorker(workers.get(name) ?? '')
  for (const one of works) {
    const { name } = one.job
    const options = { pollingIntervalSeconds: fallbackSeconds }
    const worker = await boss.work<never>(name, options, async (jobs) => {
      try {
        for (const { data } of jobs) await runJob(one, data, allDeps, log)
      } finally {
        // By then, the queue has recorded the result, and when a failed job is tried again.
        setTimeout(wake, 100).unref()
      }
    })
    workers.set(name, worker)
  }

  /** Tells the queues that have due jobs. Returns the seconds until there may be another one. */
  async function findDue(): Promise<number> {
    const { rows } = await pool.query<{ name: string; seconds: number }>(
      `select name, extract(epoch from min(start_after) - now())::float8 as seconds from pgboss.job
       where state < 'active' and not blocked and name = any($1) group by name`,
      [names],
    )
    for (const { name, seconds } of rows) if (seconds <= 0) fetchNext(name)
    return Math.min(pause, ...rows.map(({ seconds }) => seconds).filter((seconds) => seconds > 0))
  }

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      woken = Promise.withResolvers()
      const seconds = await findDue().catch((error: unknown) => {
        log.warn({ err: error }, 'the job queue failed and will be tried again')
        return pause
      })
      const timer = setTimeout(wake, seconds * 1000)
      await woken.promise
      clearTimeout(timer)
    }
  }
  const watching = watch()

  return {
    wake,
    async stop() {
      stopping.abort()
      wake()
      const idle = Promise.all([watching, ...names.map((name) => boss.offWork(name))])
      await Promise.race([idle, sleep(drainMs, undefined, { ref: false })])
      await boss.stop({ graceful: false })
    },
  }
}

async function startQueue(pool: pg.Pool, log: Log): Promise<PgBoss> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    createSchema: false,
    // Turns off what only large queues and jobs that depend on other jobs need.
    reindex: false,
    monitorVacuum: false,
    registerInstance: false,
    flowIntervalSeconds: fallbackSeconds,
    bamIntervalSeconds: 600,
    queueCacheIntervalSeconds: fallbackSeconds,
    cronWorkerIntervalSeconds: 20,
  })
  boss.on('error', (error: Error) => {
    // Most errors of pg-boss are plain objects, which the logger would neither serialize as errors nor redact.
    const err = error instanceof Error ? error : Object.assign(new Error(), error)
    log.warn({ err }, 'the job queue failed and will be tried again')
  })
  await boss.start()
  return boss
}

async function runJob<Deps>(
  { job, work }: JobWork<Deps>,
  input: unknown,
  deps: Deps,
  log: Log,
): Promise<void> {
  try {
    // Scheduled runs have no payload.
    await work(deps, (input ?? {}) as never)
  } catch (error) {
    log.warn({ job: job.name, err: error }, 'a job failed and will be tried again')
    // pg-boss stores the message of the error, which could quote user input.
    throw new Error('failed')
  }
}
