import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../../core/server/db/connect.ts'
import type { Feature, PersonalData, Trace } from '../../manifest/feature.ts'

export const partsOf = (features: Feature[]): PersonalData[] =>
  features.flatMap(({ personal }) => personal ?? [])

/** The parts in the order of the page */
export const partsInOrder = (features: Feature[]) => partsOf(features).sort((a, b) => a.place - b.place)

/** Reads all data about an address (in lower case), in the order of the page. */
export async function readTraces(db: Queryable, features: Feature[], email: string) {
  const found: { part: PersonalData; kind: string; traces: Trace[] }[] = []
  for (const part of partsInOrder(features))
    for (const [kind, query] of Object.entries(part.traces(email, features))) {
      const { rows } = await db.execute(query)
      found.push({ part, kind, traces: rows.map((row) => part.show?.[kind]?.(row) ?? row) })
    }
  return found
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
