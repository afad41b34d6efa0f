import { addDays } from '../../../contracts/calendar-days.ts'
import type { Queryable } from '../../db/connect.ts'
import { readDayStates } from '../calendar/day-states.ts'
import type { FreeDay } from './plan-days.ts'

/** Lists the days from the first to the last on which a trainer is not away and has nothing held or booked. */
export async function listFreeDays(
  db: Queryable,
  range: { trainerIds: number[]; from: string; to: string },
): Promise<FreeDay[]> {
  const states = await readDayStates(db, range)
  const busy = new Set(states.map(({ trainerId, day }) => `${trainerId} ${day}`))
  return range.trainerIds.flatMap((trainerId) =>
    listDays(range.from, range.to)
      .map((day) => ({ trainerId, day }))
      .filter(({ day }) => !busy.has(`${trainerId} ${day}`)),
  )
}

function listDays(from: string, to: string): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

/** The same day some months later, or the last day of that month if it has no such day */
export function addMonths(day: string, months: number): string {
  const date = new Date(`${day.slice(0, 7)}-01T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + months + 1, 0)
  const last = date.toISOString().slice(0, 10)
  const same = `${last.slice(0, 7)}-${day.slice(8)}`
  return same < last ? same : last
}
