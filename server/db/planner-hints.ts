import { sql } from 'drizzle-orm'
import type { Queryable } from './connect.ts'

/**
 * Disables sequential and index scans in this transaction, so that searches for words and tags use the GIN indexes. The
 * planner underestimates the cost of detoasting tsvectors and would scan rows from the newest on: at 100,000 rows, that
 * is ten times slower for all but the most frequent words.
 */
export async function keepToIndexes(tx: Queryable): Promise<void> {
  await tx.execute(
    sql`select set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true)`,
  )
}
