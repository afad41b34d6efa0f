import { addDays, addMonths, isoWeekday } from '../../../../core/contract/calendar-days.ts'
import type { Event } from '../../contract/events.ts'
import type { Registration } from '../../contract/registrations.ts'

/** "12 of 20 seats taken, 3 parties waiting" */
export function describeSeats({ seats, taken, waiting }: Event): string {
  const filled = seats === null ? `${taken} registered` : `${taken} of ${seats} seats taken`
  return waiting === 0 ? filled : `${filled}, ${waiting} waiting`
}

/** The same weekday and place in the next month that is still to come: the second Tuesday, or the last one */
export function nextMonthDay(day: string, today: string): string {
  const week = Math.floor((Number(day.slice(8)) - 1) / 7)
  const findIn = (month: string) => {
    const first = `${month}-01`
    const found = addDays(first, ((isoWeekday(day) - isoWeekday(first) + 7) % 7) + week * 7)
    return found.startsWith(month) ? found : addDays(found, -7)
  }
  let month = addMonths(day.slice(0, 7), 1)
  while (findIn(month) <= today) month = addMonths(month, 1)
  return findIn(month)
}

/** The names of a party, in the order of their keys at the door. The server calls them the same (`personOf`). */
export const namesOf = ({ name, party, names }: Pick<Registration, 'name' | 'party' | 'names'>): string[] => [
  name,
  ...Array.from({ length: party - 1 }, (_, index) => names[index] || `Guest of ${name}`),
]

/** True if all that is typed is in what is known of a party */
export function isFound(
  party: Pick<Registration, 'name' | 'email' | 'company' | 'names'>,
  typed: string,
): boolean {
  const { name, email, company, names } = party
  const known = [name, email, company, ...names].join(' ').toLowerCase()
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => known.includes(word))
}
