import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Insights, InsightsReport } from '../contracts/insights.ts'
import type { Queryable } from './db/connect.ts'

/** First and last day, and the time zone in which they begin */
export type DayRange = { from: string; to: string; timeZone: string }

export type SignUpForm = 'waitlist' | 'contact' | 'newsletter'

export type InsightsFigures = Partial<Pick<Insights, 'plans' | 'trainings'>> & {
  /** Number of posts by week */
  published?: Map<string, number>
}

/** Reports as the rows of a spreadsheet. The first row has the headings. */
export type Reports = Partial<Record<InsightsReport, (insights: Insights) => (string | number)[][]>>

/** Figures, reports, and tables that a feature adds to Insights */
export type InsightsPart = {
  figures?: (db: Queryable, range: DayRange) => Promise<InsightsFigures>
  reports?: Reports
  /** Tables of sign-ups, which have the page that contained the form as `source` */
  signUps?: { form: SignUpForm; table: PgTable; at: SQL; isCounted: SQL }[]
}

export function within(column: SQL, range: DayRange): SQL {
  return sql`${column} >= ${startOf(range)}
    and ${column} < (${range.to}::date + 1)::timestamp at time zone ${range.timeZone}`
}

export function startOf({ from, timeZone }: DayRange): SQL {
  return sql`${from}::date::timestamp at time zone ${timeZone}`
}

/** With one decimal */
export const perHundred = (part: number, whole: number) => Math.round((part / whole) * 1000) / 10
