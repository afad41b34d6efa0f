import { sql } from 'drizzle-orm'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { lastLooks } from '../schema/accounts.ts'

/** When a user last opened a list */
export const lastLookAt = (userId: number, list: string) =>
  sql`coalesce((select ${lastLooks.lookedAt} from ${lastLooks}
    where ${lastLooks.userId} = ${userId} and ${lastLooks.list} = ${list}), '-infinity')`

export async function markSeen(db: Queryable, userId: number, list: string): Promise<void> {
  await db
    .insert(lastLooks)
    .values({ userId, list, lookedAt: sql`now()` })
    .onConflictDoUpdate({ target: [lastLooks.userId, lastLooks.list], set: { lookedAt: sql`now()` } })
}
