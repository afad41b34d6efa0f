import { sql } from 'drizzle-orm'
import type { Database } from '../../../core/server/db/connect.ts'
import { StartError } from '../../../core/server/start-error.ts'
import type { Feature } from '../../manifest/feature.ts'
import { applyLedger, findNewerRows, readLedger } from '../../privacy/server/deletion-ledger.ts'
import { findLedgerKey } from '../../privacy/server/deletion-notes.ts'
import { saveLedgerProblem } from './last-backup.ts'
import { readLedgerFiles, writeLedgerFile } from './ledger-files.ts'

/** Key of the advisory lock, an arbitrary number that no other lock in the database uses */
const fileLock = 7_318_202

type Deps = { config: { backupsFolder: string }; db: Database; features: Feature[] }

/**
 * Job: updates the copy of the deletion ledger next to the backups. The ledger keeps a restored backup from bringing
 * deleted people back. Failures are shown in Settings, Backup.
 */
export async function copyDeletions({ config, db, features }: Deps): Promise<void> {
  try {
    await copyLedger(db, features, config.backupsFolder)
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

/**
 * Merges the ledger files and the ledger's table in both directions: after a restore, the files have deletions that the
 * database lacks; otherwise, the table has newer ones. Returns the number of people who were deleted again.
 */
export async function copyLedger(db: Database, features: Feature[], folder: string): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${fileLock})`)
    const key = await findLedgerKey(tx)
    let deletedAgain = 0
    for (const known of await readLedgerFiles(folder)) {
      if (key !== undefined && known.key !== key) continue
      const newer = await findNewerRows(tx, known)
      if (newer.length > 0) deletedAgain += await applyLedger(tx, features, { key: known.key, rows: newer })
    }
    const now = await readLedger(tx)
    if (now && now.rows.length > 0) await writeLedgerFile(folder, now)
    return deletedAgain
  })
}
