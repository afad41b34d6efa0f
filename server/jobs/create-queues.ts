import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import { jobPlans } from './queue.ts'

/**
 * Creates the tables of the job queue, one queue per job, and the schedules. The caller must hold the migration lock.
 */
export async function prepareJobs(client: pg.Client): Promise<void> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => client.query(text, values) },
    supervise: false,
    schedule: false,
  })
  let failure: unknown
  boss.on('error', (error) => {
    failure = error
  })
  await boss.start()
  for (const [name, plan] of Object.entries(jobPlans)) {
    const options = {
      expireInSeconds: plan.seconds,
      retryLimit: 5,
      retryDelay: 2,
      retryBackoff: true,
      retryDelayMax: 300,
      deleteAfterSeconds: 'keptSeconds' in plan ? plan.keptSeconds : 24 * 60 * 60,
    }
    await boss.createQueue(name, options)
    await boss.updateQueue(name, options)
    if ('cron' in plan) await boss.schedule(name, plan.cron)
  }
  for (const { name } of await boss.getSchedules()) if (!(name in jobPlans)) await boss.unschedule(name)
  await boss.stop({ graceful: false })
  if (failure) throw failure
}
