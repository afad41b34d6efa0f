import * as z from 'zod/mini'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { deleteSetting, readSetting, writeSetting } from '../../../core/server/db/settings.ts'
import { type LastBackup, lastBackup } from '../contract/backups.ts'

/** Keys in the settings. Backups do not contain these settings, because they are about this machine. */
export const lastBackupKey = 'last_backup'
export const ledgerProblemKey = 'deletions_problem'

/** Undefined if no backup has been made yet */
export function findLast(db: Queryable): Promise<LastBackup | undefined> {
  return readSetting(db, lastBackupKey, lastBackup)
}

export function saveLast(db: Queryable, value: LastBackup): Promise<void> {
  return writeSetting(db, lastBackupKey, value)
}

/** A sentence about why the deletion ledger could not be copied, or null if it was copied */
export async function findLedgerProblem(db: Queryable): Promise<string | null> {
  return (await readSetting(db, ledgerProblemKey, z.string())) ?? null
}

export function saveLedgerProblem(db: Queryable, problem: string | null): Promise<void> {
  return problem === null ? deleteSetting(db, ledgerProblemKey) : writeSetting(db, ledgerProblemKey, problem)
}
