import { formatDay, formatShortDay } from '../../../contract/format-date.ts'

const numbers = new Intl.NumberFormat('en-US')

const weeksOfYear = 53

/** Names weeks by their Monday. Includes the year if the range is so long that the same date could occur twice. */
export const nameWeeks = (weeks: string[]) => (weeks.length > weeksOfYear ? formatDay : formatShortDay)

export function count(number: number, one: string, many = `${one}s`): string {
  return `${numbers.format(number)} ${number === 1 ? one : many}`
}

export const countPeople = (people: number) => count(people, 'person', 'people')

export const figure = (number: number) => numbers.format(number)

/** Clicks per 100 views, with one decimal */
export function rate(clicks: number, views: number): string {
  return views === 0 ? '-' : `${((clicks / views) * 100).toFixed(1)}%`
}

/** Compares a number with the previous period. A change from zero has no percentage. */
export function describeChange({ now, before }: { now: number; before: number }): string {
  if (before === 0) return now === 0 ? 'None in the previous period either' : 'None in the previous period'
  if (now === before) return 'Same as in the previous period'
  const percent = Math.round((Math.abs(now - before) / before) * 100)
  return `${now > before ? 'Up' : 'Down'} ${percent === 0 ? 'less than 1' : figure(percent)}% from ${figure(before)}`
}

export const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0)

/** Rounds up to 1, 2, 5, 10, 20, 50, and so on, for the top value of an axis. */
export function roundUp(max: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(max, 1)))
  return ([1, 2, 5].find((step) => step * power >= max) ?? 10) * power
}
