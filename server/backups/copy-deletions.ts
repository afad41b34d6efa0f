import { copyLedger } from '../privacy/deletion-ledger.ts'
import { StartError } from '../start-error.ts'
import { saveLedgerProblem } from './last-backup.ts'

type Deps = { config: { backupsFolder: string }; db: Parameters<typeof copyLedger>[0] }

/** Brings the list of deletions beside the backups up to date; whether it could is told in Settings, Backup. */
export async function copyDeletions({ config, db }: Deps): Promise<void> {
  try {
    await copyLedger(db, config.backupsFolder)
  } catch (error) {
    await saveLedgerProblem(
      db,
      error instanceof StartError
        ? error.message
        : 'We try again every hour. If this keeps happening, ask the person who runs your server to check its log.',
    )
    throw error
  }
  await saveLedgerProblem(db, null)
}
