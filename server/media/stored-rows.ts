import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Queryable } from '../db/connect.ts'
import type { files } from '../db/schema/files.ts'
import type { media } from '../db/schema/media.ts'

/** A table whose rows belong to files of the media store. A row is ready once its files are stored. */
type StoredTable = typeof media | typeof files

/** Hours after which an unfinished upload or deletion is cleaned up */
const unfinishedHours = 1

/** Deletes a row that is not ready. Its files must be gone by then. */
export async function deleteUnreadyRow(db: Queryable, table: StoredTable, id: number): Promise<void> {
  await db.delete(table).where(and(eq(table.id, id), isNull(table.readyAt)))
}

/** Lists the rows whose upload or deletion was interrupted by a crash. */
export function listUnfinishedRows(
  db: Queryable,
  table: StoredTable,
): Promise<{ id: number; name: string }[]> {
  return db
    .select({ id: table.id, name: table.name })
    .from(table)
    .where(
      and(
        isNull(table.readyAt),
        sql`${table.createdAt} < now() - make_interval(hours => ${unfinishedHours})`,
      ),
    )
}

/** Locks rows against deletion until the transaction ends. Returns the names of those that exist. */
export async function lockRows(tx: Queryable, table: StoredTable, names: string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set()
  const rows = await tx
    .select({ name: table.name })
    .from(table)
    .where(and(inArray(table.name, names), isNotNull(table.readyAt)))
    .orderBy(table.id)
    .for('share')
  return new Set(rows.map((row) => row.name))
}
