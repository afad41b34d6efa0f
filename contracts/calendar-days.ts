import { formatDay, formatLongDate } from './format-date.ts'

// Calendar days such as "2026-11-22", which have no time zone. Days of the week are numbers, 1 for Monday (ISO 8601).

const dayMs = 86_400_000

/** The day a number of days later, or earlier if it is negative */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10)
}

/** The number of days from the first to the last day, both included */
export function countDays(firstDay: string, lastDay: string): number {
  return Math.round((Date.parse(lastDay) - Date.parse(firstDay)) / dayMs) + 1
}

/** 7 for Sunday */
export const isoWeekday = (day: string): number => new Date(day).getUTCDay() || 7

/** Sunday first, as calendars in the United States have it */
export const weekdayNames: readonly [isoWeekday: number, name: string][] = [
  [7, 'Sunday'],
  [1, 'Monday'],
  [2, 'Tuesday'],
  [3, 'Wednesday'],
  [4, 'Thursday'],
  [5, 'Friday'],
  [6, 'Saturday'],
]

/** "Wednesday" */
export const nameWeekday = (day: string): string =>
  weekdayNames.find(([weekday]) => weekday === isoWeekday(day))?.[1] ?? ''

/** "Wednesday, December 2, 2026" */
export const formatWholeDay = (day: string): string =>
  `${nameWeekday(day)}, ${formatLongDate(day, { timeZone: 'UTC' })}`

/** "Wed, Dec 2, 2026" */
export const formatWeekday = (day: string): string => `${nameWeekday(day).slice(0, 3)}, ${formatDay(day)}`

type Days = { firstDay: string; lastDay: string | null; weekdays: readonly number[] }

/** "Wed, Dec 2, 2026", "Dec 2, 2026 to Dec 5, 2026", or "Every Friday from Dec 4, 2026" */
export function describeDays({ firstDay, lastDay, weekdays }: Days): string {
  if (weekdays.length === 0 || firstDay === lastDay)
    return firstDay === lastDay || lastDay === null
      ? formatWeekday(firstDay)
      : `${formatDay(firstDay)} to ${formatDay(lastDay)}`
  const names = weekdayNames.filter(([weekday]) => weekdays.includes(weekday)).map(([, name]) => name)
  const until = lastDay === null ? '' : ` to ${formatDay(lastDay)}`
  return `Every ${new Intl.ListFormat('en-US').format(names)} from ${formatDay(firstDay)}${until}`
}
