import { isoDay } from '../../../../core/contract/format-date.ts'

/** Hour of the Monday email in the site's time zone */
const hour = 7
const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs

/** The last Monday on which 7 AM has passed in a time zone, and whether that is today */
export function findLastMonday(now: Date, timeZone: string): { day: string; isToday: boolean } {
  const today = isoDay(now, { timeZone })
  const localHour = Number(
    new Intl.DateTimeFormat('en-US', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(now),
  )
  // The calendar is the same in every zone, so days can be counted in UTC.
  const started = Date.parse(today) - (localHour < hour ? dayMs : 0)
  const daysSinceMonday = (new Date(started).getUTCDay() + 6) % 7
  const day = new Date(started - daysSinceMonday * dayMs).toISOString().slice(0, 10)
  return { day, isToday: day === today }
}
