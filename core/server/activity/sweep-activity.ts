import { sql } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'

const batchSize = 10_000

/** Deletes rows that are more than a year old. The trigger of the table refuses to delete newer ones. */
export async function sweepActivity(db: Database): Promise<void> {
  // In batches, so that no statement takes long.
  for (;;) {
    const { rowCount } = await db.execute(
      sql`delete from activity where id in (
        select id from activity where at < now() - interval '1 year' order by at, id limit ${batchSize})`,
    )
    if ((rowCount ?? 0) < batchSize) return
  }
}
