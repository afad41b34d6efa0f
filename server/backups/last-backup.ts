import { eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type LastBackup, lastBackup } from '../../contracts/backups.ts'
import type { Queryable } from '../db/connect.ts'
import { settings } from '../db/schema.ts'

/** Its row of the settings. It is about this machine, so backups leave it out. */
export const lastBackupKey = 'last_backup'

/** Undefined: none was made yet. */
export async function findLast(db: Queryable): Promise<LastBackup | undefined> {
  const [row] = await db
    .select({ value: settings.value })
    .from(settings)
    .where(eq(settings.key, lastBackupKey))
  return row && z.parse(lastBackup, row.value)
}

export async function saveLast(db: Queryable, value: LastBackup): Promise<void> {
  await db
    .insert(settings)
    .values({ key: lastBackupKey, value })
    .onConflictDoUpdate({ target: settings.key, set: { value, updatedAt: sql`now()` } })
}
