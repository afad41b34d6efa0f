// Arithmetic with calendar days such as "2026-11-22". They have no time zone, so it is done in UTC.

const toTime = (day: string) => Date.parse(`${day}T00:00:00Z`)
const toDay = (time: number) => new Date(time).toISOString().slice(0, 10)

export const addDays = (day: string, count: number) => toDay(toTime(day) + count * 86_400_000)

/** Day of the week by ISO 8601 number, 1 for Monday */
const weekdayOf = (day: string) => new Date(toTime(day)).getUTCDay() || 7

/** The Sunday with which the day's week begins, as in the calendar */
export const sundayOf = (day: string) => addDays(day, -daysSinceSunday(day))

export const daysSinceSunday = (day: string) => weekdayOf(day) % 7
