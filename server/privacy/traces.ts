import { sql } from 'drizzle-orm'
import { type TraceKind, traceNames } from '../../content/your-data.ts'
import type { Queryable } from '../db/connect.ts'
import type { Feature } from '../feature.ts'
import type { PersonalData, Trace } from '../personal-data.ts'

export const partsOf = (features: Feature[]): PersonalData[] =>
  features.flatMap(({ personal }) => personal ?? [])

type Traces = Partial<Record<TraceKind, Trace[]>>

/** Reads all data about an address (in lower case), in the order of the page. */
export async function readTraces(db: Queryable, features: Feature[], email: string): Promise<Traces> {
  const reading = partsOf(features).flatMap(({ traces, show = {} }) =>
    Object.entries(traces).map(async ([kind, query]) => {
      const { rows } = await db.execute(query(email))
      return [kind, rows.map((row) => show[kind as TraceKind]?.(row) ?? row)] as const
    }),
  )
  const found = new Map<string, Trace[]>(await Promise.all(reading))
  return Object.fromEntries(Object.keys(traceNames).map((kind) => [kind, found.get(kind)]))
}

/** True if there is any data about an address (in lower case). */
export async function hasTraces(db: Queryable, features: Feature[], email: string): Promise<boolean> {
  const each = partsOf(features)
    .flatMap(({ traces }) => Object.values(traces))
    .map((query) => sql`exists (${query(email)})`)
  const { rows } = await db.execute<{ found: boolean }>(sql`select ${sql.join(each, sql` or `)} as found`)
  return rows[0]?.found ?? false
}
