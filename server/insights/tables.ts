import type { Insights, InsightsReport } from '../../contracts/insights.ts'
import { nameOfPage } from '../../contracts/page-name.ts'
import { monthNames, planTopicLabels } from '../../contracts/plan.ts'
import { csvLine } from '../http/csv.ts'

type Table = (string | number)[][]

/** The rows of each report as a spreadsheet. The first row has the headings. */
export const tables: Record<InsightsReport, (insights: Insights) => Table> = {
  clicks: ({ weeks, clicks }) => [
    ['Button', ...weeks.map((week) => `Week of ${week}`), 'All'],
    ...clicks.map(({ name, perWeek, total }) => [name, ...perWeek, total]),
  ],
  'sign-ups': ({ signUps }) => [
    ['Page', 'Address', 'Waitlist', 'Contact', 'Newsletter'],
    ...signUps.map(({ source, title, waitlist, contact, newsletter }) => [
      source === null ? 'Unknown page' : nameOfPage(source, title),
      source ?? '',
      waitlist,
      contact,
      newsletter,
    ]),
  ],
  plans: ({ plans }) => [
    ['Training plans', 'People'],
    ['Joined the waitlist', plans.joined],
    ['Answered', plans.answered],
    ...plans.topics.map(({ topic, people }) => [planTopicLabels[topic], people]),
    ...plans.months.map((people, index) => [monthNames[index] ?? '', people]),
  ],
  posts: ({ weeks, posts }) => [
    ['Week of', 'Posts published', 'Post views'],
    ...weeks.map((week, index) => [week, posts.published[index] ?? 0, posts.reads[index] ?? 0]),
  ],
  pages: ({ pages }) => [
    ['Page', 'Address', 'Views', 'Clicks', 'Clicks per 100 views'],
    ...pages.map(({ path, title, views, clicks }) => [
      nameOfPage(path, title),
      path,
      views,
      clicks,
      Math.round((clicks / views) * 1000) / 10,
    ]),
  ],
}

/** Formats a table as CSV. The byte order mark at its start tells spreadsheets that it is UTF-8. */
export function toCsv(table: Table): string {
  return `\ufeff${table.map((row) => csvLine(row.map(String))).join('')}`
}
