import { formatDateTime } from '../../../core/contract/format-date.ts'
import { action, detailed, recorderOf, time } from '../../../core/server/activity/record-activity.ts'

const backupKind = { name: 'backup', label: 'Backups', order: 13 }

const ofBackup = (words: string) =>
  detailed(
    backupKind,
    { madeAt: time },
    ({ madeAt }, options) => `${words} ${formatDateTime(madeAt, options)}`,
  )

export const backupActions = {
  'backup-made': action(backupKind, 'Made a backup'),
  'backup-downloaded': ofBackup('Downloaded the backup of'),
  'backup-restored': ofBackup('Restored the backup of'),
}
export const recordActivity = recorderOf(backupActions)
