import { formatDay, formatShortDay, isoDay } from '../../../contracts/format-date.ts'

const dayMs = 24 * 60 * 60 * 1000

/** The calendar day some days from now, such as 2026-11-22, on this computer */
export const dayFromNow = (days: number, now = new Date()) =>
  isoDay(new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 12))

export const isDue = (dueOn: string, now = new Date()) => dueOn <= dayFromNow(0, now)

/** "Due today", "Was due Nov 20", or "Due Nov 30, 2027" for a calendar day */
export function describeDue(dueOn: string, now = new Date()): string {
  const today = dayFromNow(0, now)
  const distance = Math.round((Date.parse(dueOn) - Date.parse(today)) / dayMs)
  if (distance === 0) return 'Due today'
  if (distance === 1) return 'Due tomorrow'
  if (distance === -1) return 'Was due yesterday'
  const day = dueOn.slice(0, 4) === today.slice(0, 4) ? formatShortDay(dueOn) : formatDay(dueOn)
  return `${distance < 0 ? 'Was due' : 'Due'} ${day}`
}
