import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type * as z from 'zod/mini'
import type { Queryable } from '../../core/server/db/connect.ts'

/** First and last day, and the time zone in which they begin */
export type DayRange = { from: string; to: string; timeZone: string }

/** The rows of a spreadsheet. The first row has the headings. */
export type Rows = (string | number)[][]

/** What a feature adds to Insights */
export type InsightsPart = {
  /** Figures of a range of days, in the response and as a report with this name */
  figures?: {
    name: string
    schema: z.core.$ZodType
    read(db: Queryable, range: DayRange): Promise<{ figures: object; rows: Rows }>
  }
  /** Tables of sign-ups, which have the page that contained the form as `source` */
  signUps?: SignUpForm[]
  /** Names of public pages, by path */
  pageNames?: Record<string, string>
}

export type SignUpForm = { form: string; label: string; table: PgTable; at: SQL; isCounted: SQL }

export function within(column: SQL, range: DayRange): SQL {
  return sql`${column} >= ${startOf(range)}
    and ${column} < (${range.to}::date + 1)::timestamp at time zone ${range.timeZone}`
}

export function startOf({ from, timeZone }: DayRange): SQL {
  return sql`${from}::date::timestamp at time zone ${timeZone}`
}

/** With one decimal */
export const perHundred = (part: number, whole: number) => Math.round((part / whole) * 1000) / 10
