import { addDays } from '../../../../core/contract/calendar-days.ts'
import { formatDay, formatShortDay } from '../../../../core/contract/format-date.ts'

/** "Due today", "Was due Nov 20", or "Due Nov 30, 2027" for a calendar day */
export function describeDue(dueOn: string, today: string): string {
  if (dueOn === today) return 'Due today'
  if (dueOn === addDays(today, 1)) return 'Due tomorrow'
  if (dueOn === addDays(today, -1)) return 'Was due yesterday'
  const day = dueOn.slice(0, 4) === today.slice(0, 4) ? formatShortDay(dueOn) : formatDay(dueOn)
  return `${dueOn < today ? 'Was due' : 'Due'} ${day}`
}
