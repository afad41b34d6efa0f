import { weekdayNames } from '../../../../contracts/calendar-days.ts'
import { formatShortDay } from '../../../../contracts/format-date.ts'
import { count } from '../../insights/figures.ts'

/** "Tue, Mar 2" for a calendar day such as "2027-03-02" */
export function nameDay(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || 7
  return `${weekdayNames[weekday]?.slice(0, 3)}, ${formatShortDay(day)}`
}

const alternatives = new Intl.ListFormat('en-US', { type: 'disjunction' })
/** "Tue, Mar 2 or Wed, Mar 3" */
export const nameDays = (days: string[]) => alternatives.format(days.map(nameDay))

export const countPeople = (people: number) => count(people, 'person', 'people')
export const countGroups = (groups: number) => count(groups, 'group')
export const countDays = (days: number) => count(days, 'day')

/** "waiting 3 days" */
export const nameWait = (days: number) => (days === 0 ? 'waiting since today' : `waiting ${countDays(days)}`)

export function describeWait(longest: number, average: number, members: number): string {
  if (longest === 0) return 'Waiting since today'
  if (members === 1) return `Waiting ${countDays(longest)}`
  return `Waiting ${countDays(average)} on average, longest ${countDays(longest)}`
}
