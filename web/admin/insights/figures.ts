import { formatDay, formatShortDay } from '../../../contracts/format-date.ts'
import type { Compared } from '../../../contracts/insights.ts'

// How numbers and days are written in the words of the insights.

const numbers = new Intl.NumberFormat('en-US')

const weeksOfYear = 53

/** Names weeks by their Monday: with the year where the range has that day more than once. */
export const nameWeeks = (weeks: string[]) => (weeks.length > weeksOfYear ? formatDay : formatShortDay)

export function count(number: number, one: string, many = `${one}s`): string {
  return `${numbers.format(number)} ${number === 1 ? one : many}`
}

export const figure = (number: number) => numbers.format(number)

/** Clicks for each hundred views, with one decimal. */
export function rate(clicks: number, views: number): string {
  return views === 0 ? '-' : `${((clicks / views) * 100).toFixed(1)}%`
}

/** How a number changed since the period before. A change from nothing has no percentage. */
export function describeChange({ now, before }: Compared): string {
  if (before === 0) return now === 0 ? 'None in the previous period either' : 'None in the previous period'
  if (now === before) return 'Same as in the previous period'
  const percent = Math.round((Math.abs(now - before) / before) * 100)
  return `${now > before ? 'Up' : 'Down'} ${percent === 0 ? 'less than 1' : figure(percent)}% from ${figure(before)}`
}

export const sum = (counts: number[]) => counts.reduce((all, one) => all + one, 0)

/** The next round number: 1, 2, 5, 10, 20, 50 and so on, so that an axis ends on it. */
export function roundUp(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(most, 1)))
  return ([1, 2, 5].find((step) => step * power >= most) ?? 10) * power
}
