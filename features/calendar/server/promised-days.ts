import { type SQL, sql } from 'drizzle-orm'
import type { Feature } from '../../manifest/feature.ts'

let promised: SQL

/** Remembers which features promise days. Called once, with all features. */
export function collectPromisedDays(features: Pick<Feature, 'calendar'>[]): void {
  const none = sql`select null::int as trainer_id, null::date as day, null::int as id, null::jsonb as promise
    where false`
  const all = [none, ...features.flatMap(({ calendar }) => calendar?.promisedDays ?? [])]
  promised = sql`(${sql.join(all, sql` union all `)}) as promised`
}

/** The days that all features have promised, as a table for queries: `Feature.calendar` lists its columns. */
export const promisedDays = (): SQL => promised
