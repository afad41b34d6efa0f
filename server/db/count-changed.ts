import type { SQL } from 'drizzle-orm'
import type { Queryable } from './connect.ts'

/** Runs a statement and returns the number of rows that it changed. */
export async function countChanged(tx: Queryable, statement: SQL): Promise<number> {
  return (await tx.execute(statement)).rowCount ?? 0
}
