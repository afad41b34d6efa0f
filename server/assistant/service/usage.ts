import { eq, sql } from 'drizzle-orm'
import type { Config } from '../../config.ts'
import type { Queryable } from '../../db/connect.ts'
import { aiUsage } from '../../db/schema.ts'

type Usage = { tokensIn: number; tokensOut: number }

// By the database's clock, which all instances share.
const thisMonth = sql<string>`to_char(now() at time zone 'UTC', 'YYYY-MM')`

export async function recordUsage(db: Queryable, { tokensIn, tokensOut }: Usage): Promise<void> {
  await db
    .insert(aiUsage)
    .values({ month: thisMonth, tokensIn, tokensOut })
    .onConflictDoUpdate({
      target: aiUsage.month,
      set: {
        tokensIn: sql`${aiUsage.tokensIn} + excluded.tokens_in`,
        tokensOut: sql`${aiUsage.tokensOut} + excluded.tokens_out`,
      },
    })
}

/** Seconds until there is a new budget, or undefined while this month's is not used up. */
export async function budgetUsedUp(db: Queryable, ai: Config['ai']): Promise<number | undefined> {
  if (ai.monthlyBudget === undefined) return
  const [row] = await db.select().from(aiUsage).where(eq(aiUsage.month, thisMonth))
  if (spent(ai, row ?? { tokensIn: 0, tokensOut: 0 }) < ai.monthlyBudget) return
  const now = new Date()
  return Math.ceil((Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) - now.getTime()) / 1000)
}

/** In money where prices (per million tokens) are set, and in tokens otherwise. */
function spent({ priceIn, priceOut }: Config['ai'], { tokensIn, tokensOut }: Usage): number {
  if (priceIn === undefined && priceOut === undefined) return tokensIn + tokensOut
  return (tokensIn * (priceIn ?? 0) + tokensOut * (priceOut ?? 0)) / 1_000_000
}
