import type { Feature } from '../feature.ts'
import { jobWork } from '../jobs/queue.ts'
import { copyDeletionsJob } from '../privacy/deletion-notes.ts'
import { backupActions } from './actions.ts'
import { readBackupToday } from './backup-lines.ts'
import { copyDeletions } from './copy-deletions.ts'
import { addBackupRoutes } from './routes.ts'
import { type BackupDeps, backUp, backUpJob } from './run-backup.ts'

export const backups = {
  routes: [addBackupRoutes],
  jobs: [
    jobWork(backUpJob, (deps: BackupDeps, { by }: { by?: { id: number } }) => backUp(deps, by)),
    jobWork(copyDeletionsJob, copyDeletions),
  ],
  today: { titles: { backup: 'Backup' }, read: readBackupToday },
  actions: backupActions,
} satisfies Feature
