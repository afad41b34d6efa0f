import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { createSemaphore } from '../http/limits/semaphore.ts'
import type { JobInput, JobName } from '../jobs/queue.ts'
import { type JobDeps, jobHandlers } from './handlers.ts'

/** Ms for jobs that are under way when the process is told to stop; what is not done then is handed back. */
const drainMs = 5000

/** The queues look for jobs all at once, which would otherwise take every connection from the requests. */
const maxConnections = 2

/** Seconds between two looks for jobs. */
export const defaultPollSeconds = 2

type Log = { warn(fields: object, message: string): void }

/** Runs the jobs of the queue in this process until it is stopped. */
export async function startWorker(
  pool: pg.Pool,
  deps: Omit<JobDeps, 'signal'>,
  log: Log,
  pause: number,
): Promise<{ stop(): Promise<void> }> {
  const { PgBoss } = await import('pg-boss')
  const turns = createSemaphore({ max: maxConnections, maxWaiting: Number.POSITIVE_INFINITY })
  const boss = new PgBoss({
    db: {
      async executeSql(text, values) {
        const result = await turns.run(() => pool.query(text, values))
        if (!result) throw new Error('the semaphore turned a query away')
        return result
      },
    },
    createSchema: false,
    // Upkeep of huge queues; ours are small.
    reindex: false,
    monitorVacuum: false,
    cronWorkerIntervalSeconds: 10,
  })
  boss.on('error', (error: Error) => {
    // Most of them are copies without the class, which the log would neither describe nor thin out.
    const err = error instanceof Error ? error : Object.assign(new Error(), error)
    log.warn({ err }, 'the job queue failed and will be tried again')
  })
  await boss.start()
  const stopping = new AbortController()
  const names = Object.keys(jobHandlers) as JobName[]
  for (const name of names)
    await boss.work<JobInput[typeof name]>(name, { pollingIntervalSeconds: pause }, async (jobs) => {
      for (const { data } of jobs) await runJob(name, data, { ...deps, signal: stopping.signal }, log)
    })
  return {
    async stop() {
      stopping.abort()
      const idle = Promise.all(names.map((name) => boss.offWork(name)))
      await Promise.race([idle, sleep(drainMs, undefined, { ref: false })])
      await boss.stop({ graceful: false })
    },
  }
}

async function runJob<Name extends JobName>(
  name: Name,
  input: JobInput[Name] | null,
  deps: JobDeps,
  log: Log,
): Promise<void> {
  try {
    // What runs by its hours is told nothing.
    await jobHandlers[name](deps, input ?? ({} as JobInput[Name]))
  } catch (error) {
    log.warn({ job: name, err: error }, 'a job failed and will be tried again')
    // The queue keeps what is thrown: not the words, which can quote what somebody typed.
    throw new Error('failed')
  }
}
