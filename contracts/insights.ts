import * as z from 'zod/mini'
import { clickServices } from './clicks.ts'

const day = z.iso.date()
const counts = z.array(z.number())
/** A number of the range, and of the range of the same length right before it. */
const compared = z.object({ now: z.number(), before: z.number() })
export type Compared = z.infer<typeof compared>

/** Days, both included; missing ones are chosen (`defaultRange`). */
export const insightsQuery = z.strictObject({ from: z.optional(day), to: z.optional(day) })
export type InsightsQuery = z.infer<typeof insightsQuery>

export const insightsReports = ['clicks', 'sign-ups', 'posts', 'pages'] as const
export type InsightsReport = (typeof insightsReports)[number]

export const insights = z.object({
  from: day,
  to: day,
  /** Days and weeks are those of this zone. */
  timeZone: z.string(),
  /** The days right before, as many of them. */
  previous: z.object({ from: day, to: day }),
  totals: z.object({ views: compared, clicks: compared, signUps: compared }),
  /** Mondays. The first and the last week may lie in the range in part only. */
  weeks: z.array(day),
  /** Every button, the most clicked first; `perWeek` goes with `weeks`. */
  clicks: z.array(z.object({ service: z.enum(clickServices), total: z.number(), perWeek: counts })),
  /** By the page that the form stood on, null where it is not known; the most first. */
  signUps: z.array(
    z.object({
      source: z.nullable(z.string()),
      /** Of the post at that page. */
      title: z.nullable(z.string()),
      waitlist: z.number(),
      contact: z.number(),
      newsletter: z.number(),
    }),
  ),
  posts: z.object({ published: counts, reads: counts }),
  /** The most viewed ones; `title` of a post. */
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

/** Days that a range may have: what is shown must still be readable. */
export const maxRangeDays = 3 * 366

const dayLength = 86_400_000
const toTime = (date: string) => Date.parse(`${date}T00:00:00Z`)
const toDay = (time: number) => new Date(time).toISOString().slice(0, 10)

export function addDays(date: string, days: number): string {
  return toDay(toTime(date) + days * dayLength)
}

/** The range right before another one, with as many days. */
export function rangeBefore({ from, to }: { from: string; to: string }): { from: string; to: string } {
  const days = Math.round((toTime(to) - toTime(from)) / dayLength) + 1
  return { from: addDays(from, -days), to: addDays(from, -1) }
}

/** The Monday of a day's week. */
export function weekOf(date: string): string {
  const weekday = (new Date(toTime(date)).getUTCDay() + 6) % 7
  return addDays(date, -weekday)
}

/** The Mondays of all weeks that a range touches. */
export function weeksOf(from: string, to: string): string[] {
  const weeks: string[] = []
  for (let week = weekOf(from); week <= to; week = addDays(week, 7)) weeks.push(week)
  return weeks
}

/** The whole weeks up to today, this one included. */
export function lastWeeks(today: string, weeks: number): { from: string; to: string } {
  return { from: addDays(weekOf(today), -7 * (weeks - 1)), to: today }
}

/** A range as it was asked for, or what is wrong with it. */
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
