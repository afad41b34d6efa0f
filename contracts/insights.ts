import * as z from 'zod/mini'
import { clickServices } from './clicks.ts'

const day = z.iso.date()
const counts = z.array(z.number())
/** The count for the range, and for the range of the same length right before it */
const compared = z.object({ now: z.number(), before: z.number() })
export type Compared = z.infer<typeof compared>

/** First and last day; a missing one comes from `defaultRange` */
export const insightsQuery = z.strictObject({ from: z.optional(day), to: z.optional(day) })
export type InsightsQuery = z.infer<typeof insightsQuery>

export const insightsReports = ['clicks', 'sign-ups', 'posts', 'pages'] as const
export type InsightsReport = (typeof insightsReports)[number]

export const insights = z.object({
  from: day,
  to: day,
  /** Time zone of the days and weeks */
  timeZone: z.string(),
  /** The same number of days right before */
  previous: z.object({ from: day, to: day }),
  totals: z.object({ views: compared, clicks: compared, signUps: compared }),
  /** Mondays. The first and the last week may be only partly in the range. */
  weeks: z.array(day),
  /** Every button, most clicked first; `perWeek` has one number for each of `weeks` */
  clicks: z.array(z.object({ service: z.enum(clickServices), total: z.number(), perWeek: counts })),
  /** By the page of the form (null if unknown), most first */
  signUps: z.array(
    z.object({
      source: z.nullable(z.string()),
      /** Title of the post at that path */
      title: z.nullable(z.string()),
      waitlist: z.number(),
      contact: z.number(),
      newsletter: z.number(),
    }),
  ),
  posts: z.object({ published: counts, reads: counts }),
  /** The most viewed pages; `title` is set for posts */
  pages: z.array(
    z.object({
      path: z.string(),
      title: z.nullable(z.string()),
      views: z.number(),
      clicks: z.number(),
    }),
  ),
  leftOut: z.object({ clickBots: z.number(), viewBots: z.number(), viewPrefetches: z.number() }),
})
export type Insights = z.infer<typeof insights>

/** Maximum days of a range, so that the plots stay readable */
export const maxRangeDays = 3 * 366

const dayLength = 86_400_000
const toTime = (date: string) => Date.parse(`${date}T00:00:00Z`)
const toDay = (time: number) => new Date(time).toISOString().slice(0, 10)

export function addDays(date: string, days: number): string {
  return toDay(toTime(date) + days * dayLength)
}

/** The range of the same length right before another one */
export function rangeBefore({ from, to }: { from: string; to: string }): { from: string; to: string } {
  const days = Math.round((toTime(to) - toTime(from)) / dayLength) + 1
  return { from: addDays(from, -days), to: addDays(from, -1) }
}

/** The Monday of a day's week */
export function weekOf(date: string): string {
  const weekday = (new Date(toTime(date)).getUTCDay() + 6) % 7
  return addDays(date, -weekday)
}

/** The Mondays of all weeks that overlap a range */
export function weeksOf(from: string, to: string): string[] {
  const weeks: string[] = []
  for (let week = weekOf(from); week <= to; week = addDays(week, 7)) weeks.push(week)
  return weeks
}

/** Whole weeks up to today, including this week */
export function lastWeeks(today: string, weeks: number): { from: string; to: string } {
  return { from: addDays(weekOf(today), -7 * (weeks - 1)), to: today }
}

/** The requested range, or the message about a mistake in it */
export function readRange(
  query: InsightsQuery,
  today: string,
): { from: string; to: string } | { mistake: string } {
  const usual = lastWeeks(query.to ?? today, 12)
  const { from = usual.from, to = usual.to } = query
  if (from > to) return { mistake: 'The start date is after the end date.' }
  if (from < '2000-01-01' || to > '2999-12-31')
    return { mistake: 'Choose dates between the years 2000 and 2999.' }
  if (addDays(from, maxRangeDays) < to) return { mistake: 'Choose a range of three years or less.' }
  return { from, to }
}
