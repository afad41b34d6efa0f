import { eq, sql } from 'drizzle-orm'
import type { AiService } from '../../../../core/server/connected-services.ts'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import type { AiSettingsResponse, MonthOfUse } from '../../contract/ai-settings.ts'
import { aiUsage } from '../../schema.ts'

/** Undefined if no service is connected */
type Prices = Pick<AiService, 'priceIn' | 'priceOut' | 'monthlyBudget'> | undefined
type Usage = { tokensIn: number; tokensOut: number }

// Uses the database's clock, which is the same for all instances.
const thisMonth = sql<string>`to_char(now() at time zone 'UTC', 'YYYY-MM')`

const shownMonths = 12

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

/** This month's budget and its use */
export async function readBudget(db: Queryable, ai: Prices): Promise<AiSettingsResponse['budget']> {
  const [row] = await db.select().from(aiUsage).where(eq(aiUsage.month, thisMonth))
  const usage = row ?? { tokensIn: 0, tokensOut: 0 }
  const cost = costOf(ai, usage)
  return {
    unit: cost === undefined ? 'tokens' : 'money',
    used: cost ?? usage.tokensIn + usage.tokensOut,
    limit: ai?.monthlyBudget,
  }
}

/** Seconds until the next month if this month's budget is used up, otherwise undefined */
export async function budgetUsedUp(db: Queryable, ai: AiService): Promise<number | undefined> {
  if (ai.monthlyBudget === undefined) return
  const { used } = await readBudget(db, ai)
  if (used < ai.monthlyBudget) return
  const now = new Date()
  return Math.ceil((Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) - now.getTime()) / 1000)
}

/** The last twelve months, oldest first, including months without use */
export async function listMonths(db: Queryable, ai: Prices): Promise<MonthOfUse[]> {
  const { rows } = await db.execute<{ month: string; tokensIn: string; tokensOut: string }>(sql`
    select to_char(m, 'YYYY-MM') as month, coalesce(u.tokens_in, 0) as "tokensIn",
      coalesce(u.tokens_out, 0) as "tokensOut"
    from generate_series(
      date_trunc('month', now() at time zone 'UTC') - make_interval(months => ${shownMonths - 1}),
      date_trunc('month', now() at time zone 'UTC'), interval '1 month') as m
    left join ${aiUsage} u on u.month = to_char(m, 'YYYY-MM')
    order by m`)
  return rows.map((row) => {
    // Postgres returns bigint as text.
    const usage = { tokensIn: Number(row.tokensIn), tokensOut: Number(row.tokensOut) }
    return { month: row.month, ...usage, cost: costOf(ai, usage) }
  })
}

/** Prices are per million tokens. Undefined if none are set. */
function costOf(prices: Prices, { tokensIn, tokensOut }: Usage): number | undefined {
  const { priceIn, priceOut } = prices ?? {}
  if (priceIn === undefined && priceOut === undefined) return undefined
  return (tokensIn * (priceIn ?? 0) + tokensOut * (priceOut ?? 0)) / 1_000_000
}
