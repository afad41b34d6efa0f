import { eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type LastBackup, lastBackup } from '../../contracts/backups.ts'
import type { Queryable } from '../db/connect.ts'
import { settings } from '../db/schema/settings.ts'

/** Rows of the settings. They are about this machine, so backups leave them out. */
export const lastBackupKey = 'last_backup'
export const ledgerProblemKey = 'deletions_problem'

/** Undefined: none was made yet. */
export async function findLast(db: Queryable): Promise<LastBackup | undefined> {
  const row = await findRow(db, lastBackupKey)
  return row && z.parse(lastBackup, row.value)
}

export async function saveLast(db: Queryable, value: LastBackup): Promise<void> {
  await saveValue(db, lastBackupKey, value)
}

/** A sentence about why the list of deletions is not beside the backups; null where it is. */
export async function findLedgerProblem(db: Queryable): Promise<string | null> {
  const row = await findRow(db, ledgerProblemKey)
  return row ? z.parse(z.string(), row.value) : null
}

export async function saveLedgerProblem(db: Queryable, problem: string | null): Promise<void> {
  if (problem === null) await db.delete(settings).where(eq(settings.key, ledgerProblemKey))
  else await saveValue(db, ledgerProblemKey, problem)
}

async function findRow(db: Queryable, key: string): Promise<{ value: unknown } | undefined> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, key))
  return row
}

async function saveValue(db: Queryable, key: string, value: unknown): Promise<void> {
  await db
    .insert(settings)
    .values({ key, value })
    .onConflictDoUpdate({ target: settings.key, set: { value, updatedAt: sql`now()` } })
}
