import { createRequire } from 'node:module'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import * as z from 'zod/mini'
import { isFeatureOn } from '../../contract/feature-switches.ts'
import { readOff } from '../db/features-off.ts'
import { migrate, NewerDatabaseError } from '../db/migrate.ts'
import type { JobPlan } from './queue.ts'

const { pgboss } = z
  .object({ pgboss: z.object({ schema: z.number() }) })
  .parse(createRequire(import.meta.url)('pg-boss/package.json'))

/**
 * Brings the database and its job queues up to date. Without `jobs`, the queues stay as they are until the next start.
 * @throws NewerDatabaseError before anything is changed if a newer version has changed them
 */
export function prepareDatabase(connectionString: string, jobs?: JobPlan[]): Promise<void> {
  return migrate(connectionString, {
    before: refuseNewerQueues,
    afterwards: async (client) => jobs && prepareJobs(client, jobs),
  })
}

/** An older pg-boss would start on tables of a newer one without noticing. */
async function refuseNewerQueues(client: pg.Client): Promise<void> {
  const { rows: tables } = await client.query(`select to_regclass('pgboss.version') is not null as exists`)
  if (!tables[0]?.exists) return
  const { rows } = await client.query('select version from pgboss.version')
  if (Number(rows[0]?.version) > pgboss.schema) throw new NewerDatabaseError()
}

/**
 * Creates the tables of the job queue, one queue per job, and the schedules. The caller must hold the migration lock.
 */
export async function prepareJobs(client: pg.Client, jobs: JobPlan[]): Promise<void> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => client.query(text, values) },
    supervise: false,
    schedule: false,
  })
  const off = await readOff(drizzle(client))
  const isScheduled = ({ cron, feature }: JobPlan) => cron && isFeatureOn(off, feature)
  let failure: unknown
  boss.on('error', (error) => {
    failure = error
  })
  await boss.start()
  for (const job of jobs) {
    const { name, seconds, cron, keptSeconds = 24 * 60 * 60 } = job
    const options = {
      expireInSeconds: seconds,
      retryLimit: 5,
      retryDelay: 2,
      retryBackoff: true,
      retryDelayMax: 300,
      deleteAfterSeconds: keptSeconds,
    }
    await boss.createQueue(name, options)
    await boss.updateQueue(name, options)
    if (cron && isScheduled(job)) await boss.schedule(name, cron)
  }
  const known = new Set(jobs.filter(isScheduled).map(({ name }) => name))
  for (const { name } of await boss.getSchedules()) if (!known.has(name)) await boss.unschedule(name)
  await boss.stop({ graceful: false })
  if (failure) throw failure
}
