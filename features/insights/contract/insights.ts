import * as z from 'zod/mini'
import { addDays, countDays, isoWeekday } from '../../../core/contract/calendar-days.ts'
import { endpoint } from '../../../core/contract/endpoint.ts'
import { planTopics } from '../../people/contract/plan.ts'

const day = z.iso.date()
const counts = z.array(z.number())
/** The value for the chosen range, and for the range of the same length right before it */
const compared = z.object({ now: z.number(), before: z.number() })
export type Compared = z.infer<typeof compared>

/** First and last day. `readRange` fills in missing days. */
export const insightsQuery = z.strictObject({ from: z.optional(day), to: z.optional(day) })
export type InsightsQuery = z.infer<typeof insightsQuery>

/** Each of `figures` in the manifests is added to it under its name. */
export const insights = z.looseObject({
  from: day,
  to: day,
  /** Time zone in which the days and weeks begin */
  timeZone: z.string(),
  /** The range of the same length right before this one */
  previous: z.object({ from: day, to: day }),
  totals: z.object({ views: compared, clicks: compared, signUps: compared }),
  /** Mondays. The range may contain only a part of the first and last week. */
  weeks: z.array(day),
  /** Every counted button, most clicked first. `perWeek` has one number for each of `weeks`. */
  clicks: z.array(z.object({ service: z.string(), name: z.string(), total: z.number(), perWeek: counts })),
  /** Grouped by the page that contained the form, most sign-ups first, with the number of each form under its name */
  signUps: z.array(
    z.looseObject({
      /** Path of the page; null if unknown. */
      source: z.nullable(z.string()),
      /** Title of the post, if the page is a post */
      title: z.nullable(z.string()),
    }),
  ),
  /** Answers to "Help us plan" of people who joined the waitlist in this range */
  plans: z.object({
    joined: z.number(),
    answered: z.number(),
    /** In the order of `planTopics` */
    topics: z.array(z.object({ topic: z.enum(planTopics), people: z.number() })),
    /** Numbers of people for whom each month works, January first */
    months: counts,
  }),
  posts: z.object({ published: counts, reads: counts }),
  /** The most viewed pages; only posts have a `title`. */
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

type NamingFeature = { insights?: { pageNames?: Record<string, string> } }

/** Gives pages of features their names in place of a title. */
export function namePages<Of extends Insights>(of: Of, features: NamingFeature[]): Of {
  const names: Record<string, string> = Object.assign({}, ...features.map((one) => one.insights?.pageNames))
  const name = <Row extends { title: string | null }>(row: Row, path: string | null) => ({
    ...row,
    title: row.title ?? names[path ?? ''] ?? null,
  })
  const signUps = of.signUps.map((row) => name(row, row.source))
  return { ...of, signUps, pages: of.pages.map((row) => name(row, row.path)) }
}

/** Max days in a range, so that the charts stay readable. */
export const maxRangeDays = 3 * 366

/** The range of the same length right before another one. */
export function rangeBefore({ from, to }: { from: string; to: string }): { from: string; to: string } {
  return { from: addDays(from, -countDays(from, to)), to: addDays(from, -1) }
}

/** The Monday of a day's week */
export const weekOf = (date: string): string => addDays(date, 1 - isoWeekday(date))

/** The Mondays of all weeks that overlap a range */
export function weeksOf(from: string, to: string): string[] {
  const weeks: string[] = []
  for (let week = weekOf(from); week <= to; week = addDays(week, 7)) weeks.push(week)
  return weeks
}

/** The last weeks up to today, including this week. */
export function lastWeeks(today: string, weeks: number): { from: string; to: string } {
  return { from: addDays(weekOf(today), -7 * (weeks - 1)), to: today }
}

/** The requested range, or one sentence about the mistake in it. */
export function readRange(
  query: InsightsQuery,
  today: string,
): { from: string; to: string } | { mistake: string } {
  const defaults = lastWeeks(query.to ?? today, 12)
  const { from = defaults.from, to = defaults.to } = query
  if (from > to) return { mistake: 'The start date is after the end date.' }
  if (from < '2000-01-01' || to > '2999-12-31')
    return { mistake: 'Choose dates between the years 2000 and 2999.' }
  if (addDays(from, maxRangeDays) < to) return { mistake: 'Choose a range of three years or less.' }
  return { from, to }
}

export const insightsRead = endpoint('GET', '/api/insights', {
  summary: 'Clicks, sign-ups, trainings, posts and page views of a range of days',
  description: 'Without `from` and `to`: the last twelve weeks, this one included.',
  query: insightsQuery,
  response: insights,
})
