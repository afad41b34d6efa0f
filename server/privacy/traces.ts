import { type SQL, sql } from 'drizzle-orm'
import { traceNames } from '../../content/your-data.ts'
import type { Trace, TraceKind } from '../../web/site/describe-trace.ts'
import type { Queryable } from '../db/connect.ts'
import type { Feature, PersonalData } from '../feature.ts'

export const partsOf = (features: Feature[]): PersonalData[] =>
  features.flatMap(({ personal }) => personal ?? [])

/** Reads all data about an address (in lower case), in the order of the page. */
export async function readTraces(
  db: Queryable,
  features: Feature[],
  email: string,
): Promise<Partial<Record<TraceKind, Trace[]>>> {
  const found: Partial<Record<string, Trace[]>> = {}
  for (const { traces, show } of partsOf(features))
    for (const [kind, query] of Object.entries(traces(email, features))) {
      const { rows } = await db.execute(query)
      found[kind] = rows.map((row) => show?.[kind as TraceKind]?.(row) ?? row)
    }
  return Object.fromEntries(Object.keys(traceNames).map((kind) => [kind, found[kind]]))
}

/** True if there is any data about an address (in lower case). */
export async function hasTraces(db: Queryable, features: Feature[], email: string): Promise<boolean> {
  const each = partsOf(features).flatMap(({ traces }) => Object.values(traces(email, features)))
  const found = each.map((query) => sql`select from (${query}) as traces`)
  return isAny(db, found)
}

/** True if one of the queries finds a row. They select no columns. */
export async function isAny(db: Queryable, queries: SQL[]): Promise<boolean> {
  const { rows } = await db.execute<{ found: boolean }>(
    sql`select exists (${sql.join(queries, sql` union all `)}) as found`,
  )
  return rows[0]?.found ?? false
}
