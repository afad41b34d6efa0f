// How numbers and days stand in the words of the insights.

const days = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const wholeDays = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' })
const numbers = new Intl.NumberFormat('en')

const weeksOfYear = 53
const at = (date: string) => new Date(`${date}T00:00:00Z`)

/** `Nov 3` */
export const shortDay = (date: string) => days.format(at(date))

/** How weeks are named: with the year where more than one has that day. */
export const nameWeeks = (weeks: string[]) => (weeks.length > weeksOfYear ? longDay : shortDay)

/** `Nov 3, 2026` */
export const longDay = (date: string) => wholeDays.format(at(date))

export function count(number: number, one: string, many = `${one}s`): string {
  return `${numbers.format(number)} ${number === 1 ? one : many}`
}

export const figure = (number: number) => numbers.format(number)

/** Clicks for each hundred views, with one decimal. */
export function rate(clicks: number, views: number): string {
  return views === 0 ? '-' : `${((clicks / views) * 100).toFixed(1)} %`
}

export const sum = (counts: number[]) => counts.reduce((all, one) => all + one, 0)

/** The next round number: 1, 2, 5, 10, 20, 50 and so on, so that an axis ends on it. */
export function roundUp(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(most, 1)))
  return ([1, 2, 5].find((step) => step * power >= most) ?? 10) * power
}
