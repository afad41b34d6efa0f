import { sql } from 'drizzle-orm'
import type { Queryable } from '../db/connect.ts'

/**
 * Counts matches of words or tags by their indexes, and reads them so, too, unless there are `many`. The planner
 * takes looking into the words of a post for cheap, and would rather read post after post, newest first: at
 * 100,000 posts ten times slower for all but what is nearly everywhere.
 */
export async function readByIndex<Count, Rows>(
  db: Queryable,
  count: (tx: Queryable) => Promise<Count>,
  isMany: (count: Count) => boolean,
  read: (tx: Queryable) => Promise<Rows>,
): Promise<[Rows, Count]> {
  return db.transaction(async (tx) => {
    const allow = (value: 'on' | 'off') =>
      tx.execute(
        sql`select set_config('enable_seqscan', ${value}, true), set_config('enable_indexscan', ${value}, true)`,
      )
    await allow('off')
    const counted = await count(tx)
    if (isMany(counted)) await allow('on')
    return [await read(tx), counted]
  })
}
