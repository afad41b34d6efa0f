import { clickLabels } from '../../contracts/clicks.ts'
import type { Insights, InsightsReport } from '../../contracts/insights.ts'

type Table = (string | number)[][]

/** Each report as rows of a spreadsheet, the heads first. */
export const tables: Record<InsightsReport, (insights: Insights) => Table> = {
  clicks: ({ weeks, clicks }) => [
    ['Button', ...weeks.map((week) => `Week of ${week}`), 'All'],
    ...clicks.map(({ service, perWeek, total }) => [clickLabels[service], ...perWeek, total]),
  ],
  'sign-ups': ({ signUps }) => [
    ['Page', 'Waitlist', 'Contact', 'Newsletter'],
    ...signUps.map(({ source, waitlist, contact, newsletter }) => [
      source ?? 'Not known',
      waitlist,
      contact,
      newsletter,
    ]),
  ],
  posts: ({ weeks, posts }) => [
    ['Week of', 'Posts published', 'Posts read'],
    ...weeks.map((week, index) => [week, posts.published[index] ?? 0, posts.reads[index] ?? 0]),
  ],
  pages: ({ pages }) => [
    ['Page', 'Title', 'Views', 'Clicks', 'Clicks per 100 views'],
    ...pages.map(({ path, title, views, clicks }) => [
      path,
      title ?? '',
      views,
      clicks,
      Math.round((clicks / views) * 1000) / 10,
    ]),
  ],
}

/**
 * RFC 4180, with the mark by which spreadsheets know UTF-8. What a spreadsheet would take for a formula is
 * shown as text: a title or an address may begin like one.
 */
export function toCsv(table: Table): string {
  const lines = table.map((row) => row.map(toCell).join(','))
  return `\ufeff${lines.join('\r\n')}\r\n`
}

function toCell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
