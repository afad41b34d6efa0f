import { type SQL, sql } from 'drizzle-orm'
import type { Feature } from '../feature.ts'

/** The days that features have promised to clients, as a table for queries: `Feature.calendar` lists its columns. */
export function promisedDays(features: readonly Feature[]): SQL {
  const none = sql`select null::int as trainer_id, null::date as day, null::text as state, null::int as offer_id,
    null::int as training_id, null::text as name, null::text as company where false`
  const all = [none, ...features.flatMap(({ calendar }) => calendar?.promisedDays ?? [])]
  return sql`(${sql.join(all, sql` union all `)}) as promised`
}
