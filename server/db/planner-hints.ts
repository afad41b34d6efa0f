import { sql } from 'drizzle-orm'
import type { Queryable } from './connect.ts'

/**
 * Lets this transaction find words and tags by their indexes only. The planner takes looking into a row's
 * words for cheap, and would rather read row after row, newest first: at 100,000 rows ten times slower for all but what
 * is nearly everywhere.
 */
export async function keepToIndexes(tx: Queryable): Promise<void> {
  await tx.execute(
    sql`select set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true)`,
  )
}
