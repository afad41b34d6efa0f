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
  trainings: ({ trainings: { offers, booked, medianDays, held } }) => [
    ['Trainings', 'Number'],
    ['Offers sent', offers.sent],
    ['Offers accepted', offers.accepted],
    ['Offers accepted per 100 sent', offers.sent === 0 ? '' : perHundred(offers.accepted, offers.sent)],
    ['Days booked', booked],
    ['Median days from joining to the booked day', medianDays ?? ''],
    ['Days held', held],
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
      perHundred(clicks, views),
    ]),
  ],
}

/** With one decimal */
const perHundred = (part: number, whole: number) => Math.round((part / whole) * 1000) / 10

/** Formats a table as CSV. The byte order mark at its start tells spreadsheets that it is UTF-8. */
export function toCsv(table: Table): string {
  return `\ufeff${table.map((row) => csvLine(row.map(String))).join('')}`
}
