import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../core/config.ts'
import { listKept } from '../../features/backups/server/rotate-backups.ts'
import type { DatabaseState } from './database-state.ts'
import type { CreateGauge } from './gauges.ts'

export type BackupMetricsDeps = {
  config: Pick<Config, 'backupsFolder' | 'backupsKeep'>
  log: FastifyBaseLogger
}

/** Returns a function that sets the metrics of backups. `state` is undefined while the database is away. */
export function addBackupMetrics({ config, log }: BackupMetricsDeps, createGauge: CreateGauge) {
  const age = createGauge(
    'everyday_backup_age_seconds',
    'Age of the newest backup in DATA_DIR/backups; if there is none, time since the first start. Left out if backups are off.',
  )
  const failed = createGauge(
    'everyday_backup_failed',
    '1 if the last backup failed. Left out if backups are off.',
  )
  const readNewest = createNewestReader(config.backupsFolder, log)
  return async (state: DatabaseState | undefined): Promise<void> => {
    for (const gauge of [age, failed]) gauge.remove()
    // With BACKUPS_KEEP=0, an old backup or an old failure may stay forever, and that is no reason for an alert.
    if (config.backupsKeep === 0) return
    if (state) failed.set(state.backupFailed ? 1 : 0)
    const newest = await readNewest()
    if (newest === 'unreadable') return
    const seconds = newest === 'none' ? state?.backupJobAge : (Date.now() - newest) / 1000
    if (seconds !== undefined) age.set(seconds)
  }
}

/**
 * Returns a function that reads when the newest backup was made (ms since 1970). A folder that cannot be read is logged
 * once, and again if it was readable in between.
 */
function createNewestReader(folder: string, log: FastifyBaseLogger) {
  let isLogged = false
  return async (): Promise<number | 'none' | 'unreadable'> => {
    try {
      const [newest] = await listKept(folder)
      isLogged = false
      return newest ? Date.parse(newest.madeAt) : 'none'
    } catch (error) {
      if (!isLogged) log.error({ err: error }, 'the backups folder can’t be read')
      isLogged = true
      return 'unreadable'
    }
  }
}
