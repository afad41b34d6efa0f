import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import { createSemaphore } from '../http/limits/semaphore.ts'
import type { JobInput, JobName } from '../jobs/queue.ts'
import { type JobDeps, jobHandlers } from './handlers.ts'

/** Ms that running jobs get to finish at shutdown. Another process retries unfinished ones. */
export const defaultJobDrainMs = 5000

/** Max connections for polling. All queues poll at once, which could otherwise leave no connection for requests. */
const maxConnections = 2

/** Seconds between two polls of a queue */
export const defaultPollSeconds = 2

type Log = { warn(fields: object, message: string): void }

/** Runs jobs in this process until it is stopped. */
export async function startWorker(
  pool: pg.Pool,
  deps: Omit<JobDeps, 'signal'>,
  log: Log,
  { pause, drainMs }: { pause: number; drainMs: number },
): Promise<{ stop(): Promise<void> }> {
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
    // Turns off maintenance that only large queues need.
    reindex: false,
    monitorVacuum: false,
    cronWorkerIntervalSeconds: 10,
  })
  boss.on('error', (error: Error) => {
    // Most errors of pg-boss are plain objects, which the logger would neither serialize as errors nor redact.
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
    // Scheduled runs have no payload.
    await jobHandlers[name](deps, input ?? ({} as JobInput[Name]))
  } catch (error) {
    log.warn({ job: name, err: error }, 'a job failed and will be tried again')
    // pg-boss stores the message of the error, which could quote user input.
    throw new Error('failed')
  }
}
