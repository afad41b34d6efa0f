import { daysBetween, formatDay, formatWeekday } from './format-date.ts'

// Calendar days such as "2026-11-22", which have no time zone. Days of the week are numbers, 1 for Monday (ISO 8601).

/** The day a number of days later, or earlier if it is negative */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10)
}

/** "2027-01" for "2026-11" and 2 */
export function addMonths(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + count)).toISOString().slice(0, 7)
}

/** The same day in another month, or its last day if it is shorter */
export function dayInMonth(day: string, month: string): string {
  const last = addDays(`${addMonths(month, 1)}-01`, -1)
  const same = `${month}-${day.slice(8)}`
  return same < last ? same : last
}

export function listDays(firstDay: string, lastDay: string): string[] {
  return Array.from({ length: Math.max(0, countDays(firstDay, lastDay)) }, (_, index) =>
    addDays(firstDay, index),
  )
}

/** The number of days from the first to the last day, both included */
export function countDays(firstDay: string, lastDay: string): number {
  return daysBetween(firstDay, lastDay) + 1
}

/** 1 for January */
export const monthOf = (day: string): number => Number(day.slice(5, 7))

/** 7 for Sunday */
export const isoWeekday = (day: string): number => new Date(day).getUTCDay() || 7

/** The Sunday with which the week of a day begins, as in calendars of the United States */
export const sundayOf = (day: string): string => addDays(day, -(isoWeekday(day) % 7))

/** Days of the week by ISO 8601 number, 1 for Monday */
export const weekdayNames: Record<number, string> = {
  1: 'Monday',
  2: 'Tuesday',
  3: 'Wednesday',
  4: 'Thursday',
  5: 'Friday',
  6: 'Saturday',
  7: 'Sunday',
}

/** Sunday first, as calendars in the United States have it */
export const weekFromSunday: readonly [isoWeekday: number, name: string][] = [7, 1, 2, 3, 4, 5, 6].map(
  (weekday) => [weekday, weekdayNames[weekday] ?? ''],
)

type Days = { firstDay: string; lastDay: string | null; weekdays: readonly number[] }

/** "Wed, Dec 2, 2026", "Dec 2, 2026 to Dec 5, 2026", or "Every Friday from Dec 4, 2026" */
export function describeDays({ firstDay, lastDay, weekdays }: Days): string {
  if (weekdays.length === 0 || firstDay === lastDay)
    return firstDay === lastDay || lastDay === null
      ? formatWeekday(firstDay)
      : `${formatDay(firstDay)} to ${formatDay(lastDay)}`
  const names = weekFromSunday.filter(([weekday]) => weekdays.includes(weekday)).map(([, name]) => name)
  const until = lastDay === null ? '' : ` to ${formatDay(lastDay)}`
  return `Every ${new Intl.ListFormat('en-US').format(names)} from ${formatDay(firstDay)}${until}`
}
