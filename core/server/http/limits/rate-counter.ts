import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/connect.ts'
import { oneRow } from '../../db/one-row.ts'
import { rateCounters } from '../../db/schema/limits.ts'

export type Count = Awaited<ReturnType<typeof countEvent>>

/**
 * Counts one event in a fixed window that all instances share. The count is atomic: each of several parallel events
 * gets a different number.
 */
export async function countEvent(db: Queryable, key: string, windowSeconds: number) {
  const ends = sql`now() + make_interval(secs => ${windowSeconds})`
  const over = sql`${rateCounters.windowEndsAt} <= now()`
  return oneRow(
    await db
      .insert(rateCounters)
      .values({ key, count: 1, windowEndsAt: ends })
      .onConflictDoUpdate({
        target: rateCounters.key,
        set: {
          count: sql`case when ${over} then 1 else ${rateCounters.count} + 1 end`,
          windowEndsAt: sql`case when ${over} then ${ends} else ${rateCounters.windowEndsAt} end`,
        },
      })
      .returning({
        count: rateCounters.count,
        retryAfterSeconds: sql<number>`ceil(extract(epoch from ${rateCounters.windowEndsAt} - now()))::int`,
        /** End of the window as Postgres writes it, with microseconds */
        windowEndsAt: sql<string>`${rateCounters.windowEndsAt}::text`,
      }),
  )
}

/** Takes back an event that was counted too early, unless its window is over: a new one counts other events. */
export async function uncountEvent(db: Queryable, key: string, { windowEndsAt }: Count): Promise<void> {
  await db
    .update(rateCounters)
    .set({ count: sql`greatest(${rateCounters.count} - 1, 0)` })
    .where(and(eq(rateCounters.key, key), sql`${rateCounters.windowEndsAt}::text = ${windowEndsAt}`))
}

/** Sets a running count to at least `count`. */
export async function raiseCount(db: Queryable, key: string, count: number): Promise<void> {
  await db
    .update(rateCounters)
    .set({ count: sql`greatest(${rateCounters.count}, ${count}::int)` })
    .where(eq(rateCounters.key, key))
}

export async function forgetCounts(db: Queryable, keys: string[]): Promise<void> {
  await db.delete(rateCounters).where(inArray(rateCounters.key, keys))
}

/** Removes counters whose window is over. */
export async function sweepCounts(db: Queryable): Promise<void> {
  await db.delete(rateCounters).where(sql`${rateCounters.windowEndsAt} <= now()`)
}
