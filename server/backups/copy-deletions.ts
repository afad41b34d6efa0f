import { sql } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { applyLedger, findNewerRows, readLedger } from '../privacy/deletion-ledger.ts'
import { findLedgerKey } from '../privacy/deletion-notes.ts'
import { StartError } from '../start-error.ts'
import { saveLedgerProblem } from './last-backup.ts'
import { readLedgerFiles, writeLedgerFile } from './ledger-files.ts'

/** Any fixed number that nothing else in the database locks. */
const fileLock = 7_318_202

type Deps = { config: { backupsFolder: string }; db: Database }

/** Job: brings the deletion ledger beside the backups up to date. Failures are shown in Settings, Backup. */
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

/**
 * Merges the ledger files and the table in both directions: a restored database has forgotten deletions that the files
 * have, and the table has newer ones. Returns the number of people who were deleted again.
 */
export async function copyLedger(db: Database, folder: string): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${fileLock})`)
    const key = await findLedgerKey(tx)
    let deletedAgain = 0
    for (const known of await readLedgerFiles(folder)) {
      if (key !== undefined && known.key !== key) continue
      const newer = await findNewerRows(tx, known)
      if (newer.length > 0) deletedAgain += await applyLedger(tx, { key: known.key, rows: newer })
    }
    const now = await readLedger(tx)
    if (now && now.rows.length > 0) await writeLedgerFile(folder, now)
    return deletedAgain
  })
}
