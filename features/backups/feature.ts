import { jobWork } from '../../core/server/jobs/queue.ts'
import type { Feature } from '../manifest/feature.ts'
import { copyDeletionsJob } from '../privacy/server/deletion-notes.ts'
import { backupActions } from './server/actions.ts'
import { readBackupToday } from './server/backup-lines.ts'
import { copyDeletions } from './server/copy-deletions.ts'
import { addBackupRoutes } from './server/routes.ts'
import { type BackupDeps, backUp, backUpJob } from './server/run-backup.ts'

export const backups = {
  routes: [addBackupRoutes],
  jobs: [
    jobWork(backUpJob, (deps: BackupDeps, { by }: { by?: { id: number } }) => backUp(deps, by)),
    jobWork(copyDeletionsJob, copyDeletions),
  ],
  today: { titles: { backup: 'Backup' }, read: readBackupToday },
  actions: backupActions,
} satisfies Feature
