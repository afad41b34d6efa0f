import { addDays, listDays } from '../../../core/contract/calendar-days.ts'
import {
  daysBetween,
  formatClock,
  formatFullDay,
  formatTimeZone,
} from '../../../core/contract/format-date.ts'

/** "9:00 AM to 4:00 PM Eastern Time" for local times such as "09:00" */
export function formatHours(startsAt: string, endsAt: string, timeZone: string): string {
  return `${formatClock(startsAt)} to ${formatClock(endsAt)} ${formatTimeZone(timeZone)}`
}

/** "Thursday, March 4, 2027, 9:00 AM to 4:00 PM Eastern Time" */
export function formatDayTime(
  { day: isoDay, startsAt, endsAt }: { day: string; startsAt: string; endsAt: string },
  timeZone: string,
): string {
  return `${formatFullDay(isoDay)}, ${formatHours(startsAt, endsAt, timeZone)}`
}

export type Journey = { day: string; travelBefore: number; travelAfter: number }

/** The days on which the trainer travels to a training and back, in ascending order */
export const travelDaysOf = ({ day, travelBefore, travelAfter }: Journey): string[] =>
  listDays(addDays(day, -travelBefore), addDays(day, travelAfter)).filter((other) => other !== day)

/** "in two weeks", "in 5 days", "tomorrow", or "today" */
export function formatDaysLeft(today: string, isoDay: string): string {
  const days = daysBetween(today, isoDay)
  return daysLeftWords[days] ?? `in ${days} days`
}

const daysLeftWords: Record<number, string> = {
  0: 'today',
  1: 'tomorrow',
  2: 'in two days',
  14: 'in two weeks',
}
