import type { Registry } from 'prom-client'
import { type ConnectionSource, sendsByHand } from '../connected-services.ts'
import { type Database, isDatabaseAway } from '../db/connect.ts'
import { settleWithin } from '../timeouts.ts'
import { addBackupMetrics, type BackupMetricsDeps } from './backup-metrics.ts'
import { type DatabaseState, readDatabaseState } from './database-state.ts'

export type StateMetricsDeps = BackupMetricsDeps & { connections: ConnectionSource; db: Database }

/** Max ms for reading the database. Prometheus gives up on the whole response after ten seconds. */
const readTimeoutMs = 5000

/**
 * Returns a function that reads the database and the backups. While the database is away, `everyday_database_up` is 0
 * and the other values are left out, so that no alert is based on old ones.
 */
export async function addStateMetrics(
  deps: StateMetricsDeps,
  registers: Registry[],
): Promise<() => Promise<void>> {
  const { Gauge } = await import('prom-client')
  const up = new Gauge({
    name: 'everyday_database_up',
    help: '1 if the database responds.',
    registers,
  })
  const jobs = new Gauge({
    name: 'everyday_jobs',
    help: 'Jobs of all instances by state; failed ones are kept for a day.',
    labelNames: ['job', 'state'] as const,
    registers,
  })
  const jobDelay = new Gauge({
    name: 'everyday_job_delay_seconds',
    help: 'How long the oldest job that is due has been waiting.',
    registers,
  })
  const mails = new Gauge({
    name: 'everyday_outbox_messages',
    help: 'Emails in the outbox that are queued or failed.',
    labelNames: ['state'] as const,
    registers,
  })
  const mailDelay = new Gauge({
    name: 'everyday_outbox_delay_seconds',
    help: 'How long the oldest email that is due has been waiting for the email server; 0 without one.',
    registers,
  })
  const setBackups = await addBackupMetrics(deps, registers)
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
