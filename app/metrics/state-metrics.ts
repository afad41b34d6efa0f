import { type ConnectionSource, sendsByHand } from '../../core/server/connected-services.ts'
import { type Database, isDatabaseAway } from '../../core/server/db/connect.ts'
import { settleWithin } from '../../core/server/timeouts.ts'
import { addBackupMetrics, type BackupMetricsDeps } from './backup-metrics.ts'
import { type DatabaseState, readDatabaseState } from './database-state.ts'
import type { CreateGauge } from './gauges.ts'

export type StateMetricsDeps = BackupMetricsDeps & { connections: ConnectionSource; db: Database }

/** Max ms for reading the database. Prometheus gives up on the whole response after ten seconds. */
const readTimeoutMs = 5000

/**
 * Returns a function that reads the database and the backups. While the database is away, `everyday_database_up` is 0
 * and the other values are left out, so that no alert is based on old ones.
 */
export function addStateMetrics(deps: StateMetricsDeps, createGauge: CreateGauge): () => Promise<void> {
  const up = createGauge('everyday_database_up', '1 if the database responds.')
  const jobs = createGauge(
    'everyday_jobs',
    'Jobs of all instances by state; failed ones are kept for a day.',
    'job',
    'state',
  )
  const jobDelay = createGauge(
    'everyday_job_delay_seconds',
    'How long the oldest job that is due has been waiting.',
  )
  const mails = createGauge(
    'everyday_outbox_messages',
    'Emails in the outbox that are queued or failed.',
    'state',
  )
  const mailDelay = createGauge(
    'everyday_outbox_delay_seconds',
    'How long the oldest email that is due has been waiting for the email server; 0 without one.',
  )
  const setBackups = addBackupMetrics(deps, createGauge)
  return async () => {
    for (const gauge of [jobs, mails]) gauge.reset()
    // `reset` would set a gauge without labels to 0.
    for (const gauge of [jobDelay, mailDelay]) gauge.remove()
    const state = await readUnlessAway(deps.db)
    up.set(state ? 1 : 0)
    if (state) {
      for (const { job, state: name, count } of state.jobs) jobs.set({ job, state: name }, count)
      jobDelay.set(state.jobDelay)
      // Written even if they are 0: Prometheus cannot tell that a series without an earlier value has grown.
      mails.set({ state: 'queued' }, state.queuedMails)
      mails.set({ state: 'failed' }, state.failedMails)
      mailDelay.set((await sendsByHand(deps.connections)) ? 0 : state.mailDelay)
    }
    await setBackups(state)
  }
}

/** Undefined if the database is away or does not respond in time */
async function readUnlessAway(db: Database): Promise<DatabaseState | undefined> {
  try {
    return await settleWithin(readDatabaseState(db), readTimeoutMs)
  } catch (error) {
    if (isDatabaseAway(error)) return undefined
    throw error
  }
}
